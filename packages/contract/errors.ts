// The closed catalogue of errors that a client can receive, with the HTTP status of each. A code that is not listed
// cannot be sent.

/** Error code → HTTP status. The response body is `{ error: code, …details }`. */
export const errorStatus = {
  E_NO_ACCESS_TOKEN: 401,
  E_INVALID_ACCESS_TOKEN: 401,
  AUTH_INVALID_CREDENTIALS: 401,
  AUTH_SECOND_STEP_REQUIRED: 401,
  E_USER_DISABLED: 403,
  E_EMAIL_NOT_VERIFIED: 403,
  E_FORBIDDEN: 403,
  E_NOT_FOUND: 404,
  E_CONFLICT: 409,
  E_LOCKED: 409,
  E_UNPROCESSABLE_ENTITY: 422,
  AUTH_NOT_ALLOWED_REGISTER: 422,
  AUTH_EMAIL_NOT_FOUND: 422,
  AUTH_RESET_PASSWORD_REQUEST_THROTTLED: 422,
  AUTH_RESET_PASSWORD_INVALID_TOKEN: 422,
  PROJECT_CREATE_FORBIDDEN_NO_WORKSPACE: 422,
  ITEM_MAX_FOLDER_LEVEL: 422,
  PROJECT_MAX_NUMBER_OF_FILE_EXCEEDED: 422,
  PROJECT_MAX_FILE_SIZE_EXCEEDED: 422,
  PROJECT_MAX_STORAGE_EXCEEDED: 422,
  PROJECT_MAX_MINUTES_EXCEEDED: 422,
  PROJECT_MAX_EDITOR_EXCEEDED: 422,
  PROJECT_MAX_VIEWER_EXCEEDED: 422,
  WORKSPACE_EXCEED_MAX_USAGE_QUOTA: 422,
  WORKSPACE_EXIST_USER_IN_OTHER_WORKSPACE: 422,
  HUBSPOT_IS_ALREADY_CONNECTED: 422,
  E_TOO_MANY_REQUESTS: 429,
  E_INTERNAL: 500,
  E_UNAVAILABLE: 503,
} as const

/** `reason` of E_TOO_MANY_REQUESTS for a daily limit of invitation mails (docs/decisions/0063-invitation-mails.md). */
export const MAIL_LIMIT_REASONS = {
  /** The limit of the inviter or of the workspace. */
  all: 'invitation-mails',
  /** The limit from one workspace to one address; `emails` lists the addresses. */
  address: 'invitation-mails-to-address',
} as const

/** `reason` of E_TOO_MANY_REQUESTS and E_UNAVAILABLE when a queue is full: it passes within seconds. */
export const BUSY_REASON = 'busy'

/** `reason` of E_UNPROCESSABLE_ENTITY when a transcript would grow beyond `LIMITS.textPerTranscript`. */
export const TEXT_LENGTH_REASON = 'text-length'

/** `reason` of E_UNPROCESSABLE_ENTITY when a report takes longer than the installation allows. */
export const REPORT_TIME_REASON = 'report-time'

/** `reason` of E_UNPROCESSABLE_ENTITY when a file has no room for another thread, or a thread or file for another comment. */
export const COMMENT_LIMIT_REASONS = { threads: 'comment-threads', comments: 'comments' } as const

/** `reason` of E_CONFLICT when the block does not contain the passage of a new thread. */
export const PASSAGE_REASON = 'passage'

export type ErrorCode = keyof typeof errorStatus

/** Older spellings that clients must treat like the code they map to; the server never sends them. */
export const errorAliases = {
  NO_ACCESS_TOKEN: 'E_NO_ACCESS_TOKEN',
  INVALID_ACCESS_TOKEN: 'E_INVALID_ACCESS_TOKEN',
} as const satisfies Record<string, ErrorCode>

/** Possible errors of a request field. */
export const fieldErrorCodes = ['required', 'format', 'min', 'max', 'unique', 'mismatch', 'incorrect'] as const

export type FieldErrorCode = (typeof fieldErrorCodes)[number]

/** Field path (`email`, `files.0.name`) → error codes. */
export type FieldErrors = Record<string, FieldErrorCode[]>
