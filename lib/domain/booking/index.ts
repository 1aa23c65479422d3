// The public face of the cinema: its programme, its seats and its bookings. The stages and tools are in lib/booking.
export { bookingApp } from './relay-app';
