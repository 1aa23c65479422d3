import { DUE_ENTRIES } from './due-entries';
import { forwardDueTimes } from './due-forwarding';
import { joinProcesses } from './join';
import { runPageProgram } from './page-program';
import { openPages } from './pages';
import { registerRelayApps } from './relay/apps';
import { logUnhandledRejections } from './unhandled-rejections';

// The process that makes the pages: docs/decisions/0068-pages-are-made-beside-the-calls.md. Next loads while the parent prepares the
// database.
logUnhandledRejections();
const pages = openPages(Number(process.env.PORT || 3_000));
runPageProgram(async () => {
  const joined = await joinProcesses();
  registerRelayApps();
  const stopDueTimes = forwardDueTimes(DUE_ENTRIES);
  return {
    serve: pages.serve,
    close: async () => {
      stopDueTimes();
      await joined.flush();
      await pages.close();
      await joined.leave();
    },
  };
});
