// The public face of the cinema: its programme, its seats and its bookings. The stages and tools are in lib/booking.
export {
  callInSession,
  endBookingSession,
  findBookingSession,
  prepareBooking,
  storeBookingSession,
} from './booking-sessions';
export { bookingApp } from './relay-app';
