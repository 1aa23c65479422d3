import { notFound } from 'next/navigation';
import { findExperience } from '@/app/experiences/find-experience';
import { openingView } from '@/app/pictures/opening';
import { servePicture } from '@/app/pictures/picture-cache';
import { plainPicture } from '@/app/pictures/plain-picture';
import { listRecentMatches } from '@/lib/domain/matches';

export const alt = 'What can be played, and its board';
export const size = { width: 1200, height: 630 };
export const contentType = 'image/png';

/** The preview image of an experience; a built-in game shows the board of its newest match. */
export default async function ExperienceImage({ params }: { params: Promise<{ experienceId: string }> }) {
  const { experienceId } = await params;
  const experience = (await findExperience(experienceId)) ?? notFound();
  const { game_type: gameId, name: title, summary: about, publisher_name } = experience;
  const [newest] = gameId ? await listRecentMatches({ experienceId, limit: 1 }) : [];
  const view = newest?.view ?? (gameId ? openingView(gameId) : null);
  return servePicture({
    key: `experience ${experienceId} ${experience.updated_at} ${newest?.match_id ?? ''}`,
    isFinal: false,
    draw: () =>
      plainPicture({
        title,
        about,
        note: publisher_name ? `By ${publisher_name}` : '',
        ...(gameId && view ? { board: { gameId, view } } : {}),
      }),
  });
}
