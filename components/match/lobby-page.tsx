'use client';
import dynamic from 'next/dynamic';

/**
 * The page of a lobby, apart from that of a match, which has the same address: a match does without its scripts. The server
 * draws it, and without `loading` there is no boundary.
 */
export const LobbyPage = dynamic(() => import('./lobby-screen').then((module) => module.LobbyScreen));
