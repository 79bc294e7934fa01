// Tests that `npm run test:fast` leaves out: they wait for media programs, speech engines, other processes, a browser or
// limits of time. They are a seventh of the test files and most of the time of a run on two cores.

/** Patterns of test files. */
export const SLOW_TESTS = [
  'packages/{editor,media-tools,speech}/**',
  'server/{media,processing,sample,seeds}/**',
  'server/platform/{sandbox,threads,realtime}/**',
  'server/platform/database/embedded/**',
  'server/platform/http/{connection-limits,hostile-requests,streamed-json}.test.ts',
  'server/{exchange,transcripts}/**/{long-*,interleavings,save-across-restart,import-refusals}.test.ts',
  'server/membership/sharing/{races,reconnecting,revocation,removal}.test.ts',
  'server/uploads/{cuts,upload-across-restart,reservations,tus,tus-client,object-staging,live-recording}.test.ts',
  'server/accounts/{faults.test.ts,profile/change-avatar.test.ts,registration/links.test.ts}',
  'server/{assistant,summary}/killed-processes.test.ts',
  'server/{main,bundle,hostile-bodies,outage,reset}.test.ts',
  'server/platform/{jobs/killed-worker,storage/s3}.test.ts',
  'tools/{boundaries,table-ownership,ci-run}.test.ts',
  'bench/**',
]
