import type { Metadata } from 'next';
import { BookingScreen } from '@/components/booking/booking-screen';

export const metadata: Metadata = {
  title: 'Cinema',
  description: 'Book cinema seats alone, or together with an AI agent that uses the page with you.',
};

/** The cinema: the host page of the relay. */
export default function BookingPage() {
  return <BookingScreen />;
}
