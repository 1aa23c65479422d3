'use client';
import dynamic from 'next/dynamic';

/** The parts of boards that only players use. Watching pages do without them. */
export const Targets = dynamic(() => import('./targets').then((module) => module.Targets));
export const Actions = dynamic(() => import('./actions').then((module) => module.Actions));
