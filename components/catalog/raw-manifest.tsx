'use client';
import { TextAreaField } from '@/components/ui/field';

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
    <TextAreaField
      label="Manifest"
      description="Everything that experience.register takes, lobby_config_schema too."
      isCode
      value={text}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={fault}
      rows={16}
      maxRows={40}
      spellCheck={false}
    />
  );
}
