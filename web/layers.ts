// The folders of the browser app in layers, low to high. A folder imports lower layers only; `npm run check` reads this
// list and fails on an import that points upwards and on a folder that is missing here. What a page needs from higher
// layers they add to its registries (platform/registry.ts), and app/ connects them.
export const layers = [
  'platform',
  /** Shared parts without domain terms. */
  'ui',
  'player',
  /** Plan, usage and limits. */
  'billing',
  /** Sign-in, registration, profile. */
  'accounts',
  /** The contract of the workspace, points, purchase history. */
  'payment',
  /** The application of a company for a plan. */
  'applications',
  /** Sending recordings: the queue, its panel, and the drop area of a folder. */
  'uploads',
  /** The folder tree, moving, and the folder page as a shell. */
  'tree',
  /** The table of a folder: files with their state and actions. */
  'files',
  'trash',
  /** Sharing, invitations, members of the workspace. */
  'membership',
  /** The file page as a shell: transcript, editing, history. */
  'transcripts',
  /** Recording in the browser: sources, storage on the device, sending, the recording screen with the text that is recognised. */
  'recording',
  'speakers',
  'tags',
  'sections',
  /** Threads of comments on passages of a transcript. */
  'comments',
  /** Word cloud, emotions, keywords and talk of a file. */
  'analysis',
  /** The report of a folder: totals by two classifications, and their rows. */
  'reports',
  /** Questions about transcripts: the chat panel next to folder and file. */
  'assistant',
  /** The summary of a file: what a model wrote, or characteristic passages. */
  'summary',
  /** The connection to HubSpot, and the deal of a file. */
  'crm',
  'exchange',
  'notifications',
  /** The operator's view of the installation. */
  'console',
  /** The console of operators. */
  'admin',
  'guide',
  /** Search everywhere and commands, from every private page. */
  'palette',
  'welcome',
  /** The installed app: service worker, update, pages for links, shared files and times without network. */
  'app-shell',
  /** Routes, frame, session gate, and the pages with their parts. */
  'app',
] as const
