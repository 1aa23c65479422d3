'use client';
import '@scalar/api-reference-react/style.css';
import { type AnyApiReferenceConfiguration, ApiReferenceReact } from '@scalar/api-reference-react';

/** Scalar's reference, in a separate chunk because it is large. */
export function Scalar({ configuration }: { configuration: AnyApiReferenceConfiguration }) {
  return <ApiReferenceReact configuration={configuration} />;
}
