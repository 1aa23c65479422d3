'use client';
import { IconMenu2 } from '@tabler/icons-react';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { IconButton } from './button';
import classes from './top-bar.module.css';

/** Loaded when the menu is opened for the first time. */
const PhoneDropdown = dynamic(() => import('./phone-dropdown').then((module) => module.PhoneDropdown), {
  ssr: false,
  loading: () => <MenuButton />,
});

/** The pages of the top bar as a menu, on phones. */
export function PhoneMenu({ path }: { path: string }) {
  const [isWanted, setWanted] = useState(false);
  return (
    <div className={classes.phone}>
      {isWanted ? <PhoneDropdown path={path} /> : <MenuButton onClick={() => setWanted(true)} />}
    </div>
  );
}

function MenuButton({ onClick }: { onClick?: () => void }) {
  return (
    <IconButton size={40} aria-label="Pages" aria-haspopup="menu" onClick={onClick}>
      <IconMenu2 size={18} stroke={1.75} aria-hidden />
    </IconButton>
  );
}
