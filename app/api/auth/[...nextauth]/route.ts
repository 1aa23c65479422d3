export { serveNextAuth as GET, serveNextAuth as POST } from './serve';
