'use client';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import dynamic from 'next/dynamic';
import classes from './top-bar.module.css';

/** Loaded when the search is opened for the first time: no page needs it before. */
const SearchDialog = dynamic(() => import('./search-dialog').then((module) => module.SearchDialog), { ssr: false });

/** The button of the search, which ⌘K opens as well. */
export function Search() {
  const [opened, { open, close }] = useDisclosure(false);
  useHotkeys([['mod+K', open]], []);
  return (
    <>
      <button type="button" className={classes.search} onClick={open} aria-label="Search">
        <IconSearch size={16} stroke={1.75} aria-hidden />
        <span className={classes.searchWord}>Search</span>
        <kbd className={classes.searchKey}>⌘K</kbd>
      </button>
      {opened && <SearchDialog onClose={close} />}
    </>
  );
}
