'use client';
import { IconMoon, IconSun } from '@tabler/icons-react';
import { IconButton } from './button';
import { switchScheme } from './color-scheme';
import classes from './scheme-switch.module.css';

/** Switches between dark and light. CSS chooses the icon, so that the first paint is right. */
export function SchemeSwitch() {
  return (
    <IconButton
      className={classes.button}
      onClick={switchScheme}
      aria-label="Switch between the dark and the light theme"
    >
      <IconSun className={classes.sun} size={18} stroke={1.75} aria-hidden />
      <IconMoon className={classes.moon} size={18} stroke={1.75} aria-hidden />
    </IconButton>
  );
}
