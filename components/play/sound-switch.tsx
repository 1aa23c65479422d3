'use client';
import { ActionIcon } from '@mantine/core';
import { IconVolume, IconVolumeOff } from '@tabler/icons-react';
import { useSoundSetting } from './use-sounds';

/** Turns the sounds of the board on or off; the browser remembers it. */
export function SoundSwitch() {
  const [isOn, setOn] = useSoundSetting();
  const Icon = isOn ? IconVolume : IconVolumeOff;
  return (
    <ActionIcon variant="default" size="md" aria-label="Sounds" aria-pressed={isOn} onClick={() => setOn(!isOn)}>
      <Icon size={16} stroke={1.75} aria-hidden />
    </ActionIcon>
  );
}
