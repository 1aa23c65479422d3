-- CreateTable
CREATE TABLE "cinema_movies" (
    "id" TEXT NOT NULL,
    "rank" INTEGER NOT NULL,
    "title" TEXT NOT NULL,
    "genres" TEXT[],
    "minutes" INTEGER NOT NULL,
    "age" INTEGER NOT NULL,
    "score" DOUBLE PRECISION NOT NULL,
    "language" TEXT NOT NULL,
    "synopsis" TEXT NOT NULL,
    "poster" TEXT NOT NULL,

    CONSTRAINT "cinema_movies_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "cinema_theaters" (
    "id" TEXT NOT NULL,
    "rank" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "district" TEXT NOT NULL,
    "distance_km" DOUBLE PRECISION NOT NULL,
    "features" TEXT[],

    CONSTRAINT "cinema_theaters_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "cinema_showings" (
    "id" TEXT NOT NULL,
    "movie_id" TEXT NOT NULL,
    "theater_id" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "time" TEXT NOT NULL,
    "starts_at" TIMESTAMPTZ(3) NOT NULL,
    "screen" TEXT NOT NULL,
    "format" TEXT NOT NULL,
    "language" TEXT NOT NULL,
    "price_cents" INTEGER NOT NULL,
    "sold_before" TEXT[],
    "backend_data" JSONB NOT NULL,

    CONSTRAINT "cinema_showings_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "cinema_bookings" (
    "id" UUID NOT NULL,
    "reference" TEXT NOT NULL,
    "holder" TEXT NOT NULL,
    "showing_id" TEXT NOT NULL,
    "tickets" JSONB NOT NULL,
    "total_cents" INTEGER NOT NULL,
    "rental_cents" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "cinema_bookings_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "cinema_booking_seats" (
    "showing_id" TEXT NOT NULL,
    "seat" TEXT NOT NULL,
    "booking_id" UUID NOT NULL,

    CONSTRAINT "cinema_booking_seats_pkey" PRIMARY KEY ("showing_id","seat")
);

-- CreateTable
CREATE TABLE "cinema_sessions" (
    "session_id" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "state" JSON NOT NULL,

    CONSTRAINT "cinema_sessions_pkey" PRIMARY KEY ("session_id")
);

-- CreateIndex
CREATE INDEX "cinema_showings_movie_id_theater_id_starts_at_idx" ON "cinema_showings"("movie_id", "theater_id", "starts_at");

-- CreateIndex
CREATE INDEX "cinema_showings_starts_at_idx" ON "cinema_showings"("starts_at");

-- CreateIndex
CREATE UNIQUE INDEX "cinema_bookings_reference_key" ON "cinema_bookings"("reference");

-- CreateIndex
CREATE UNIQUE INDEX "cinema_bookings_holder_key" ON "cinema_bookings"("holder");

-- CreateIndex
CREATE INDEX "cinema_bookings_showing_id_idx" ON "cinema_bookings"("showing_id");

-- CreateIndex
CREATE INDEX "cinema_booking_seats_booking_id_idx" ON "cinema_booking_seats"("booking_id");

-- AddForeignKey
ALTER TABLE "cinema_showings" ADD CONSTRAINT "cinema_showings_movie_id_fkey" FOREIGN KEY ("movie_id") REFERENCES "cinema_movies"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "cinema_showings" ADD CONSTRAINT "cinema_showings_theater_id_fkey" FOREIGN KEY ("theater_id") REFERENCES "cinema_theaters"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "cinema_bookings" ADD CONSTRAINT "cinema_bookings_showing_id_fkey" FOREIGN KEY ("showing_id") REFERENCES "cinema_showings"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "cinema_booking_seats" ADD CONSTRAINT "cinema_booking_seats_showing_id_fkey" FOREIGN KEY ("showing_id") REFERENCES "cinema_showings"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "cinema_booking_seats" ADD CONSTRAINT "cinema_booking_seats_booking_id_fkey" FOREIGN KEY ("booking_id") REFERENCES "cinema_bookings"("id") ON DELETE CASCADE ON UPDATE CASCADE;
