'use client';
import { IconVolume, IconVolumeOff } from '@tabler/icons-react';
import { IconButton } from '@/components/ui/button';
import { useSoundSetting } from './use-sounds';

/** Turns the sounds of the board on or off; the browser remembers it. */
export function SoundSwitch() {
  const [isOn, setOn] = useSoundSetting();
  const Icon = isOn ? IconVolume : IconVolumeOff;
  return (
    <IconButton aria-label="Sounds" aria-pressed={isOn} onClick={() => setOn(!isOn)}>
      <Icon size={16} stroke={1.75} aria-hidden />
    </IconButton>
  );
}
