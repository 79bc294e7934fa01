/** Business constants of the product, in one place for server, browser and tests. */
export const LIMITS = {
  /** Bytes of the body of a public call, and of one that takes none. */
  smallBody: 65_536,
  /** Bytes of any other body. */
  body: 4 * 1_048_576,
  /** Bytes of a save: every word of the longest transcript may change, 240,000 of them with times and readings. */
  saveBody: 64 * 1_048_576,
  /** Objects and arrays inside each other in a body. */
  bodyDepth: 32,
  /** Fields that a refusal names. */
  reportedFields: 20,
  /** Parts of a multipart form. */
  formParts: 20,
  /** The largest number that an `integer` column holds. */
  integerMax: 2_147_483_647,
  nameLength: 100,
  emailLength: 100,
  passwordMin: 8,
  passwordMax: 100,
  /** Hours for which the link of a verification mail works. */
  verificationHours: 24,
  /** Minutes for which a link that sets a password works. */
  passwordLinkMinutes: 60,
  /** Minutes for which a link that confirms another address works. */
  emailLinkMinutes: 60,
  /** Minutes after signing in for which nobody is asked for the password again. */
  freshSessionMinutes: 15,
  /** Seconds between two mails that set a password, asked for by whoever is signed in. */
  passwordLinkLockSeconds: 30,
  /** Minutes for which a link that signs in works. */
  magicLinkMinutes: 15,
  /** Seconds between two mails to one address. */
  resendLockSeconds: 10,
  /** Folders below the root: the root is level 0, its children level 1. */
  folderDepth: 5,
  filesPerFolder: 20_000,
  /** Items that one call moves, deletes or restores. */
  itemsAtOnce: 1_000,
  /** Recordings that one call announces. */
  uploadsAtOnce: 200,
  /** UTF-16 code units of the name of a recording, as it is sent. */
  sentFileName: 4_096,
  /** Days for which what was deleted can be brought back. */
  trashDays: 30,
  /** Minutes for which whoever deleted something may undo it. */
  undoMinutes: 10,
  /** Characters from which people are searched. */
  memberSearchMin: 2,
  membersFound: 10,
  membersPerPage: 20,
  /** Addresses that are added to a workspace at a time. */
  addressesPerInvitation: 100,
  /**
   * Invitation mails in a day: from one workspace to one address, by one inviter, by one workspace, and from all workspaces
   * to one mailbox.
   */
  invitationMailsPerDay: { perAddress: 5, perInviter: 200, perWorkspace: 500, perMailbox: 10 },
  /** Mails in a day that tell one member of one workspace that something was shared with them. */
  sharedMailsPerDay: 20,
  filesPerPage: 50,
  speakersPerPage: 10,
  passagesPerPage: 20,
  /** Characters of a speaker's description in a list, and of a tagged passage. */
  speakerCardLength: 80,
  passageLength: 200,
  notificationsPerPage: 20,
  /** Ids that are marked read in one call. */
  notificationsRead: 10_000,
  /** Days after which a notification is forgotten. */
  notificationDays: 180,
  /** Characters of a notification's text. */
  notificationLength: 100,
  speakersPerFile: 5,
  uploadExtensions: ['mp4', 'mkv', 'mov', 'mp3', 'flac', 'wav', 'm4a'],
  /** Seconds between two attempts of a resumable upload. */
  uploadRetrySeconds: [0, 1, 3, 5, 10, 20],
  /** Seconds after which an upload request is tried again when the browser was offline. */
  uploadOfflineRetrySeconds: 10,
  /** Hours for which upload credentials, and an unfinished upload, live. */
  uploadExpiryHours: 24,
  /** Hours without a byte after which an unfinished upload's storage reservation lapses. */
  uploadReservationHours: 1,
  /** Unfinished uploads without a byte, per person and workspace. */
  unsentUploads: 1_000,
  /**
   * MB that a person who is neither owner nor manager may reserve for bytes that have not arrived, if there is room. Half of
   * the workspace's free storage, if that is more.
   */
  unsentMb: 20_480,
  /** Step in MB in which a recording of unknown length reserves storage. */
  recordingStepMb: 100,
  /** Upload-Length may differ from the declared size by this many MB, since the declaration is rounded. */
  uploadSizeToleranceMb: 0.01,
  progressCapPercent: 99,
  redoNoticeSeconds: 3600,
  retryEstimateSeconds: 1800,
  spriteColumns: 6,
  spriteRows: 6,
  /** Text of one block, UTF-16 code units. */
  blockLength: 100_000,
  blocksPerTranscript: 50_000,
  /** UTF-16 code units of the name under which a page knows a tagged passage. */
  tagUuidLength: 100,
  /** Blocks that one save may touch, and terms or tags of one of them. */
  changesPerSave: 50_000,
  termsPerBlock: 50_000,
  tagsPerBlock: 2_000,
  /** MB of a file that is imported: the longest transcript as JSON, all values of its 240,000 words included. */
  importFileMb: 64,
  /** UTF-16 code units of imported subtitles: four times what is said in the longest recording. */
  importTextLength: 1_000_000,
  /** Speakers, tags or categories that one import makes. */
  importNames: 200,
  sectionNameLength: 255,
  /** Sections that an export names: more do not fit into an address. */
  sectionsInAddress: 500,
  speakerDescriptionLength: 255,
  avatarExtensions: ['jpg', 'jpeg', 'png', 'bmp', 'webp'],
  /** A picture of a person or speaker has fewer MB. */
  avatarMb: 10,
  tagNameLength: 100,
  /** Minutes for which a lock holds from the last request or save. */
  lockMinutes: 5,
  /** The browser saves this many seconds before its lock ends. */
  lockMarginSeconds: 10,
  /** Seconds after which a watcher reloads when somebody else's lock ran out. */
  lockReloadSeconds: 5,
  /** A pause in typing (ms) that ends a step of undo and lets a text field act. */
  typingPauseMs: 300,
} as const

/** Media types of `avatarExtensions`. */
export const AVATAR_TYPES = ['image/jpeg', 'image/png', 'image/bmp', 'image/webp'] as const

export const BYTES_PER_MB = 1_048_576

/** Plans that exist from the first day; storage in GB, the rest per month or in persons. */
export const PLAN_LIMITS = {
  trial: { minute: 60, storage: 5, chat: 20, editor: 1, viewer: 5 },
  business: { minute: 6_000, storage: 1_000, chat: 1_000, editor: 50, viewer: 500 },
} as const
export type PlanName = keyof typeof PLAN_LIMITS
