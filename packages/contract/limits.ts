/** Business constants of the product, shared by server, browser and tests. */
export const LIMITS = {
  /** Maximum body in bytes of a public call, and of a call without a body. */
  smallBody: 65_536,
  /** Maximum body in bytes of any other call. */
  body: 4 * 1_048_576,
  /**
   * Maximum body in bytes of a save: every word of the longest transcript may change, 240,000 words with times and
   * readings.
   */
  saveBody: 64 * 1_048_576,
  /** Maximum nesting depth of objects and arrays in a body. */
  bodyDepth: 32,
  /** Maximum number of fields listed in an error response. */
  reportedFields: 20,
  /** Maximum number of parts of a multipart form. */
  formParts: 20,
  /** The largest value of an `integer` column. */
  integerMax: 2_147_483_647,
  nameLength: 100,
  emailLength: 100,
  /** Digits of a phone number. */
  phoneMin: 10,
  phoneMax: 11,
  passwordMin: 8,
  passwordMax: 100,
  /** Hours for which the link of a verification mail is valid. */
  verificationHours: 24,
  /** Days for which an invitation link proves the address of a person who registers with it. */
  invitationProofDays: 30,
  /** Minutes for which a link that sets a password is valid. */
  passwordLinkMinutes: 60,
  /** Minutes for which a link that confirms a new address is valid. */
  emailLinkMinutes: 60,
  /** Minutes after sign-in during which the password is not asked for again. */
  freshSessionMinutes: 15,
  /** Minimum seconds between two password mails requested by a signed-in user. */
  passwordLinkLockSeconds: 30,
  /** Minutes for which a sign-in link is valid. */
  magicLinkMinutes: 15,
  /** Minimum seconds between two mails to one address. */
  resendLockSeconds: 10,
  /** Maximum level of a folder: the root is level 0, its children level 1. */
  folderDepth: 5,
  filesPerFolder: 20_000,
  /** Maximum length of a clip of a recording in minutes: its sound, and its video. */
  clipMinutes: 30,
  videoClipMinutes: 10,
  /** Items that one call can move, delete or restore. */
  itemsPerCall: 1_000,
  /** Recordings that one call can announce. */
  uploadsPerCall: 200,
  /** Maximum length of a recording's file name in an upload request, in UTF-16 code units. */
  sentFileName: 4_096,
  /** Days for which a deleted item can be restored. */
  trashDays: 30,
  /** Minutes for which the person who deleted an item can undo it. */
  undoMinutes: 10,
  /** Minimum characters for a search of people. */
  memberSearchMin: 2,
  membersFound: 10,
  membersPerPage: 20,
  /** Maximum addresses per invitation to a workspace. */
  addressesPerInvitation: 100,
  /**
   * Invitation mails in a day: from one workspace to one address, by one inviter, by one workspace, and from all workspaces
   * to one mailbox.
   */
  invitationMailsPerDay: { perAddress: 5, perInviter: 1_000, perWorkspace: 2_000, perMailbox: 10 },
  /** Mails in a day that tell one member of one workspace that something was shared with them. */
  sharedMailsPerDay: 20,
  filesPerPage: 50,
  speakersPerPage: 10,
  passagesPerPage: 20,
  keywordsPerPage: 10,
  emotionsPerPage: 20,
  /** Characters shown of a speaker's description in a list, and of a tagged passage. */
  speakerCardLength: 80,
  passageLength: 200,
  reportRowsPerPage: 50,
  /** Maximum rows and columns of the table of a report. */
  reportTableRows: 100,
  reportTableColumns: 30,
  /** Maximum ids in a filter of a report, and characters of its keyword. */
  reportFilterValues: 100,
  keywordLength: 1_000,
  /** Maximum text of a row of a report, in UTF-16 code units, and tagged passages listed with it. */
  reportTextLength: 1_000,
  reportTags: 20,
  talkFilesPerPage: 50,
  /** Maximum speakers of a file, and of a folder, that a comparison of talk lists. */
  talkSpeakersPerFile: 20,
  talkSpeakers: 100,
  /** Maximum length of a comment, and of the passage that it is about, in UTF-16 code units. */
  commentLength: 2_000,
  passageOfComment: 2_000,
  commentThreadsPerFile: 500,
  commentsPerThread: 100,
  commentsPerFile: 2_000,
  /** Maximum threads of one request: without their comments, and with them. */
  threadSummariesPerCall: 100,
  commentThreadsPerCall: 20,
  /** Characters of the passage in the list of threads. */
  excerptOfPassage: 80,
  mentionsPerComment: 20,
  /** People that one search for a mention finds. */
  mentionableFound: 10,
  /** Maximum characters of a question to the assistant. */
  chatLength: 400,
  chatTitleLength: 100,
  chatsPerPage: 20,
  /** Files and speakers that a chat can be limited to. */
  filesPerChat: 100,
  speakersPerChat: 50,
  /** Maximum questions and answers of one chat. A page fetches all of them in one request. */
  messagesPerChat: 200,
  /** Maximum chats of one person in one workspace. */
  chatsPerPerson: 2_000,
  /** Maximum text of an item of a summary, and of the owner and the date of a to-do. */
  summaryTextLength: 500,
  summaryDetailLength: 100,
  itemsPerSummaryPart: 100,
  citationsPerItem: 10,
  /** Deals of a page, pages that HubSpot finds (10,000 deals of one query), and characters of a search. */
  crmDealsPerPage: 50,
  crmDealPages: 200,
  crmQueryLength: 100,
  /** Length of the name of a property, and of a value (HubSpot's limit), in UTF-16 code units. */
  crmNameLength: 200,
  crmValueLength: 65_536,
  /** Properties of one write and of one generation, and bytes of a write. */
  crmProperties: 500,
  crmGenerated: 500,
  crmBodyBytes: 2_000_000,
  crmWritesPerPage: 20,
  /** Maximum characters of a value or a reason in the history and in the deal of a file. */
  crmListedLength: 300,
  /** Newest writes of a file to its deal that are searched for what was written last. */
  crmLastWrites: 50,
  /** Points of one purchase, and the step of its buttons. */
  pointsMin: 1_000,
  pointsMax: 1_000_000,
  pointStep: 1_000,
  paymentHistoriesPerPage: 20,
  /** Rows of a page of the console, rows up to which its lists are counted, and characters of a search. */
  adminRowsPerPage: 50,
  adminCounted: 10_000,
  adminQueryLength: 100,
  /** Largest number of points that an operator can add or take away in one call. */
  adminPointsMax: 999_999_999_999,
  notificationsPerPage: 20,
  /** Maximum ids marked as read in one call. */
  notificationsRead: 10_000,
  /** Days after which a notification is deleted. */
  notificationDays: 180,
  /** Maximum characters of a notification's text. */
  notificationLength: 100,
  speakersPerFile: 5,
  uploadExtensions: ['mp4', 'mkv', 'mov', 'mp3', 'flac', 'wav', 'm4a'],
  /** Names of recordings made in a browser; `weba` is WebM without video. Other uploads cannot have the last three. */
  recordingExtensions: ['mp4', 'm4a', 'webm', 'weba', 'ogg'],
  /** Parts of a recording that are files of their own, and its markers and interruptions. */
  recordingSegments: 1_000,
  /** The last byte of a recording at which a segment may begin: 1 TB. The installation has a lower maximum of a file. */
  recordingOffset: 1_099_511_627_776,
  recordingMarkers: 500,
  recordingNoteLength: 100,
  recordingInterruptions: 1_000,
  /** Seconds without sound after which the person is warned. */
  recordingSilenceSeconds: 60,
  /** Length at which a recording ends automatically; shorter where the installation accepts shorter files only. */
  recordingHours: 12,
  /** Uploads that a page sends at the same time; others wait. */
  uploadsAtOnce: 3,
  /** Seconds before each retry of a resumable upload. */
  uploadRetrySeconds: [0, 1, 3, 5, 10, 20],
  /** Seconds before an upload request is retried if the browser was offline. */
  uploadOfflineRetrySeconds: 10,
  /** Hours for which upload credentials and an unfinished upload are valid. */
  uploadExpiryHours: 24,
  /** Hours without a byte after which an unfinished upload's storage reservation lapses. */
  uploadReservationHours: 1,
  /** Unfinished uploads without a byte, per person and workspace. */
  unsentUploads: 1_000,
  /** Unfinished uploads without a byte in a workspace, beyond which only owner and managers may announce more. */
  unsentUploadsPerWorkspace: 10_000,
  /**
   * Storage in MB that a member or guest may reserve for bytes that have not arrived yet. The limit is half of the free
   * storage of the workspace if that is more.
   */
  unsentMb: 20_480,
  /** Step in MB in which a recording of unknown length reserves storage. */
  recordingStepMb: 100,
  /** Tolerance in MB between Upload-Length and the declared size, which is rounded. */
  uploadSizeToleranceMb: 0.01,
  progressCapPercent: 99,
  redoNoticeSeconds: 3600,
  retryEstimateSeconds: 1800,
  spriteColumns: 6,
  spriteRows: 6,
  /** Maximum text of one block, in UTF-16 code units. */
  blockLength: 100_000,
  blocksPerTranscript: 50_000,
  /**
   * Maximum text of all blocks of a transcript, in UTF-16 code units, for edits and imports. Twelve hours of Japanese speech
   * have less than 400,000. A recognised text may be longer; edits can then only make it shorter.
   */
  textPerTranscript: 1_000_000,
  /** Maximum length of the client's id of a tagged passage, in UTF-16 code units. */
  tagUuidLength: 100,
  /** Maximum blocks changed by one save, and terms or tags of one block. Blocks of little text may have fewer tags. */
  changesPerSave: 50_000,
  termsPerBlock: 50_000,
  tagsPerBlock: 2_000,
  /** Text of all tagged passages of one block, which may overlap, in UTF-16 code units; less for little text. */
  taggedTextPerBlock: 500_000,
  /** Dictionary forms and readings of all terms of one block, in UTF-16 code units; less for little text. */
  wordFormsPerBlock: 500_000,
  /** MB of an imported file: the longest transcript as JSON, with all values of its 240,000 words. */
  importFileMb: 64,
  /** Maximum speakers, tags or categories created by one import. */
  importNames: 200,
  sectionNameLength: 255,
  /** Maximum sections listed in an export address; more would make the URL too long. */
  sectionsInAddress: 500,
  speakerDescriptionLength: 255,
  avatarExtensions: ['jpg', 'jpeg', 'png', 'bmp', 'webp'],
  /** A picture of a person or speaker must be smaller than this many MB. */
  avatarMb: 10,
  tagNameLength: 100,
  /** Seconds between two autosaves while changes are pending. */
  autosaveSeconds: 10,
  /** Drafts that one person may have of one transcript; the oldest is deleted beyond that. */
  draftsPerTranscript: 5,
  /** Maximum length of the client's id of a draft. */
  draftKeyLength: 64,
  /** Minutes for which a lock is valid after the last request or save. */
  lockMinutes: 5,
  /** The browser saves this many seconds before its lock expires. */
  lockMarginSeconds: 10,
  /** Seconds after which a reader reloads when someone else's lock has expired. */
  lockReloadSeconds: 5,
  /** A pause in typing (ms) that ends an undo step and triggers a text field's action. */
  typingPauseMs: 300,
} as const

/** Media types of `avatarExtensions`. */
export const AVATAR_TYPES = ['image/jpeg', 'image/png', 'image/bmp', 'image/webp'] as const

export const BYTES_PER_MB = 1_048_576

/** The initial plans: storage in GB, the rest per month or in persons. */
export const PLAN_LIMITS = {
  trial: { minute: 60, storage: 5, chat: 20, editor: 1, viewer: 5 },
  business: { minute: 6_000, storage: 1_000, chat: 1_000, editor: 50, viewer: 500 },
} as const
export type PlanName = keyof typeof PLAN_LIMITS
