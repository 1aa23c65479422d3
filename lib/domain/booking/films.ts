/** A film of the cinema. All of them are invented. */
export interface Film {
  id: string;
  title: string;
  genres: string[];
  minutes: number;
  /** Youngest age. */
  age: number;
  /** Of the audience, 0 to 10. */
  score: number;
  language: string;
  synopsis: string;
  /** Key of its poster in components/booking/posters. */
  poster: string;
}

export const FILMS: readonly Film[] = [
  {
    id: 'm1',
    title: 'The Tide Clock',
    genres: ['Drama', 'Mystery'],
    minutes: 112,
    age: 12,
    score: 8.3,
    language: 'English',
    synopsis:
      'A clockmaker on a small island finds that the harbour clock has been running backwards since the night her brother disappeared.',
    poster: 'tide-clock',
  },
  {
    id: 'm2',
    title: 'Night Ferry North',
    genres: ['Thriller', 'Crime'],
    minutes: 98,
    age: 16,
    score: 7.6,
    language: 'Norwegian, English subtitles',
    synopsis:
      'Eleven passengers, one crossing, and a cabin that nobody booked. The ferry does not stop before morning.',
    poster: 'night-ferry',
  },
  {
    id: 'm3',
    title: 'Paper Astronauts',
    genres: ['Family', 'Animation'],
    minutes: 84,
    age: 0,
    score: 8.0,
    language: 'English',
    synopsis: 'Two sisters fold a rocket out of old maps. On the other side of the moon somebody has folded one back.',
    poster: 'paper-astronauts',
  },
  {
    id: 'm4',
    title: 'A Season of Bees',
    genres: ['Comedy', 'Romance'],
    minutes: 101,
    age: 6,
    score: 7.1,
    language: 'French, English subtitles',
    synopsis:
      'A city lawyer inherits forty hives and a village that has already decided whom she should marry. The bees disagree.',
    poster: 'season-of-bees',
  },
  {
    id: 'm5',
    title: 'Red Meridian',
    genres: ['Science fiction', 'Adventure'],
    minutes: 121,
    age: 12,
    score: 7.9,
    language: 'English',
    synopsis:
      'The first surveyors of Mars draw a line around the planet. Halfway round they meet footprints coming the other way.',
    poster: 'red-meridian',
  },
  {
    id: 'm6',
    title: 'The Glass Orchard',
    genres: ['Fantasy', 'Drama'],
    minutes: 117,
    age: 6,
    score: 7.4,
    language: 'English',
    synopsis:
      'Every winter an orchard of glass grows behind the school, and every spring one pupil does not come back from it.',
    poster: 'glass-orchard',
  },
  {
    id: 'm7',
    title: 'Midnight Tram 9',
    genres: ['Horror', 'Mystery'],
    minutes: 93,
    age: 18,
    score: 6.8,
    language: 'English',
    synopsis:
      'Line 9 was closed in 1961. On the last Friday of the month it still runs, and it still takes on passengers.',
    poster: 'midnight-tram',
  },
  {
    id: 'm8',
    title: 'Salt and Copper',
    genres: ['Western', 'Drama'],
    minutes: 108,
    age: 12,
    score: 7.7,
    language: 'Spanish, English subtitles',
    synopsis: 'Two rival mining towns share one well, one doctor and one train. Then the train arrives empty.',
    poster: 'salt-and-copper',
  },
];

/** A cinema of the town. */
export interface Theater {
  id: string;
  name: string;
  district: string;
  /** From the centre. */
  distanceKm: number;
  features: string[];
}

export const THEATERS: readonly Theater[] = [
  { id: 't1', name: 'The Lantern', district: 'Harbour', distanceKm: 0.8, features: ['Bar', 'Balcony'] },
  { id: 't2', name: 'Corner House', district: 'Market', distanceKm: 1.6, features: ['Step-free', 'Family room'] },
  { id: 't3', name: 'Old Mill', district: 'Riverside', distanceKm: 2.4, features: ['Café', 'Step-free'] },
  { id: 't4', name: 'Observatory', district: 'Hilltop', distanceKm: 5.1, features: ['Large screen', 'Parking'] },
];
