'use client';
import { ActionIcon, useMantineColorScheme } from '@mantine/core';
import { IconMoon, IconSun } from '@tabler/icons-react';
import classes from './scheme-switch.module.css';

/** Switches between dark and light. CSS chooses the icon, so that the first paint is right. */
export function SchemeSwitch() {
  const { toggleColorScheme } = useMantineColorScheme();
  return (
    <ActionIcon
      variant="default"
      className={classes.button}
      onClick={() => toggleColorScheme()}
      aria-label="Switch between the dark and the light theme"
    >
      <IconSun className={classes.sun} size={18} stroke={1.75} aria-hidden />
      <IconMoon className={classes.moon} size={18} stroke={1.75} aria-hidden />
    </ActionIcon>
  );
}
