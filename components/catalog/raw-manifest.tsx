'use client';
import { Textarea } from '@mantine/core';
import classes from './manifest-form.module.css';

/** The manifest as JSON. */
export function RawManifest({
  text,
  fault,
  onChange,
}: {
  text: string;
  fault: string | null;
  onChange: (text: string) => void;
}) {
  return (
    <Textarea
      label="Manifest"
      description="Everything that experience.register takes, lobby_config_schema too."
      classNames={{ input: classes.raw }}
      value={text}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={fault}
      autosize
      minRows={16}
      maxRows={40}
      spellCheck={false}
    />
  );
}
