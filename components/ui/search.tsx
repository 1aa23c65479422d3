'use client';
import { useHotkeys } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import classes from './top-bar.module.css';

/** Loaded when the search is opened for the first time: no page needs it before. */
const SearchDialog = dynamic(() => import('./search-dialog').then((module) => module.SearchDialog), { ssr: false });

/** The button of the search, which ⌘K opens as well. */
export function Search() {
  const [openings, setOpenings] = useState(0);
  const open = () => setOpenings((before) => before + 1);
  useHotkeys([['mod+K', open]], []);
  return (
    <>
      <button type="button" className={classes.search} onClick={open} aria-label="Search">
        <IconSearch size={16} stroke={1.75} aria-hidden />
        <span className={classes.searchWord}>Search</span>
        <kbd className={classes.searchKey}>⌘K</kbd>
      </button>
      {openings > 0 && <SearchDialog opening={openings} />}
    </>
  );
}
