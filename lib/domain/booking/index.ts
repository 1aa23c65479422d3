// The public face of the cinema: its programme, its seats and its bookings. The stages and tools are in lib/booking.
export { type BookingAnswer, callBookingTool, openBooking } from './booking.service';
