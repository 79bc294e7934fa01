// Method and path of every operation for the browser. Types come from the contract, so that the browser loads no schema
// library; operations.test.ts compares this table with the contract.
import type {
  accounts,
  billing,
  changes,
  editLock,
  exchange,
  files,
  google,
  history,
  magicLinks,
  members,
  notifications,
  operations,
  passwordLinks,
  profile,
  search,
  sections,
  sharing,
  speakers,
  tags,
  transcripts,
  trash,
  twoFactor,
  uploads,
  workspace,
} from '@kaiwa/contract'
import type { Method, Operation, OperationResult } from '@kaiwa/contract/operation.ts'
import type * as z from 'zod'

type Contract = typeof accounts &
  typeof billing &
  typeof changes &
  typeof editLock &
  typeof exchange &
  typeof files &
  typeof google &
  typeof history &
  typeof magicLinks &
  typeof members &
  typeof notifications &
  typeof operations &
  typeof passwordLinks &
  typeof profile &
  typeof search &
  typeof sections &
  typeof sharing &
  typeof speakers &
  typeof tags &
  typeof transcripts &
  typeof trash &
  typeof twoFactor &
  typeof uploads &
  typeof workspace

export type OperationName = { [K in keyof Contract]: Contract[K] extends Operation ? K : never }[keyof Contract]

// Coerced fields (ids, page numbers) accept anything before validation, so callers use their output type.
type Written<S extends z.ZodType> =
  z.input<S> extends object
    ? {
        [K in keyof z.input<S>]: unknown extends z.input<S>[K]
          ? K extends keyof z.output<S>
            ? z.output<S>[K]
            : never
          : z.input<S>[K]
      }
    : z.input<S>

type Parts<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType> = (P extends z.ZodVoid
  ? { params?: never }
  : { params: Written<P> }) &
  (Q extends z.ZodVoid ? { query?: never } : { query?: Written<Q> }) &
  (B extends z.ZodVoid ? { body?: never } : undefined extends z.input<B> ? { body?: Written<B> } : { body: Written<B> })

/** The input of an operation: `{ params, query, body }` without the parts that do not exist. */
export type CallInput<N extends OperationName> =
  Contract[N] extends Operation<infer _A, infer P, infer Q, infer B> ? Parts<P, Q, B> : never

export type CallResult<N extends OperationName> = OperationResult<Contract[N]>

export const OPERATION_PATHS = {
  changePassword: 'PUT /profile/change-password',
  checkSession: 'GET /auth/check',
  confirmTwoFactor: 'POST /profile/two-factor/confirm',
  endOtherSessions: 'DELETE /profile/sessions',
  endSession: 'DELETE /profile/sessions/{id}',
  endTwoFactor: 'POST /profile/two-factor/end',
  getDraftKey: 'GET /profile/draft-key',
  getGoogleUrl: 'GET /auth/google/url',
  getTwoFactor: 'GET /profile/two-factor',
  listSessions: 'GET /profile/sessions',
  login: 'POST /auth/login',
  logout: 'DELETE /auth/logout',
  register: 'POST /register',
  registerMagic: 'POST /register-magic',
  renewRecoveryCodes: 'POST /profile/two-factor/recovery-codes',
  requestMagicLogin: 'POST /auth/login-magic',
  requestEmailChange: 'POST /profile/email/change',
  requestPasswordSetting: 'POST /profile/password/request',
  requestPasswordReset: 'POST /reset-password',
  resendEmailChange: 'POST /email/resend',
  resendEmailChangeByLink: 'GET /verify/change-email/resend',
  resendMagicLogin: 'GET /auth/login-magic/resend',
  resendMagicRegistration: 'GET /register-magic/resend',
  resendVerification: 'GET /account/verify/resend',
  resetPassword: 'POST /reset-password/change',
  signInWithGoogleCode: 'POST /auth/google/code',
  signInWithGoogleToken: 'POST /auth/google/callback',
  startTwoFactor: 'POST /profile/two-factor/start',
  takeSecondStep: 'POST /auth/second-step',
  updateProfile: 'PUT /profile/update',
  updateSettings: 'PUT /profile/settings',
  verifyAccount: 'GET /verify',
  verifyEmailChange: 'GET /email/verify',
  verifyMagicLogin: 'GET /auth/login-magic/verify',
  verifyMagicRegistration: 'GET /register-magic/verify',
  getUsage: 'GET /usage',
  getQuotas: 'GET /profile/quotas',
  cancelEmailChange: 'DELETE /profile/email/change',
  getEmailChange: 'GET /profile/email/change',
  listProfileMembers: 'GET /profile/members',
  removeAvatar: 'DELETE /profile/avatar',
  updateFirstVisited: 'PUT /profile/update-first-visited',
  uploadAvatar: 'POST /profile/avatar',
  cancelFile: 'POST /files/{fileId}/cancel',
  deleteFile: 'DELETE /projects/{projectId}/files/{id}',
  deleteFiles: 'DELETE /projects/{projectId}/files/delete',
  getDownload: 'GET /files/{fileId}/download',
  getFile: 'GET /projects/{projectId}/files/{id}',
  redoFile: 'POST /files/{fileId}/redo',
  renameFile: 'PUT /projects/{projectId}/files/{id}',
  retryFile: 'POST /files/{fileId}/retry',
  getInstallation: 'GET /installation',
  getClientConfig: 'GET /client-config',
  listFolderSpeakers: 'GET /projects/{projectId}/speakers',
  listProjectSpeakers: 'GET /projects/{projectId}/speakers/all',
  getProvisionalText: 'GET /files/{fileId}/transcript/provisional',
  getTranscript: 'GET /files/{fileId}/transcript',
  reanalyzeTranscript: 'POST /transcripts/{id}/reanalyze',
  cancelUpload: 'DELETE /uploads/{uploadId}',
  completeUpload: 'PUT /uploads/{uploadId}',
  renewUpload: 'POST /uploads/{uploadId}/renew',
  requestUpload: 'POST /projects/{id}/uploads/upload-url',
  createFolder: 'POST /items/{id}',
  deleteItem: 'DELETE /items/{id}',
  getProject: 'GET /projects/{id}',
  getTree: 'GET /tree',
  listFiles: 'GET /projects/{id}/files',
  listHits: 'GET /files/{fileId}/hits',
  listProjects: 'GET /projects',
  deleteForever: 'DELETE /trash/{itemId}',
  emptyTrash: 'DELETE /trash',
  listTrash: 'GET /trash',
  restoreItems: 'POST /trash/restore',
  moveItems: 'POST /items/{id}/move/{destinationId}',
  renameItem: 'PUT /items/{id}',
  acceptInvitation: 'POST /projects/accept-invitation',
  checkMemberQuota: 'GET /projects/check-member-quota',
  addWorkspaceMembers: 'POST /workspace/members',
  changeWorkspaceRole: 'PUT /workspace/members',
  listMemberUsage: 'GET /workspace/members/usage',
  listWorkspaceMembers: 'GET /workspace/members',
  removeWorkspaceMember: 'DELETE /workspace/members',
  listNotifications: 'GET /notifications',
  openNotification: 'PATCH /notifications/{id}',
  readNotifications: 'PATCH /notifications/read-all',
  detachEditor: 'DELETE /projects/{itemId}/detach-editor',
  inviteMember: 'POST /projects/{itemId}/invite-members',
  listMembers: 'GET /projects/{itemId}/members',
  removeMember: 'DELETE /projects/{itemId}/remove-members',
  searchMembers: 'GET /projects/{itemId}/members/search',
  updateInvitedRole: 'PATCH /projects/{itemId}/update-role-members-not-activate',
  updateMemberRole: 'PATCH /projects/{itemId}/update-role',
  validateInvitation: 'POST /projects/{itemId}/validate-invitation',
  verifyInvitation: 'GET /projects/verify-member',
  getTranscriptChanges: 'GET /transcripts/{id}/changes',
  saveBlocks: 'PATCH /transcripts/{id}/blocks',
  releaseLock: 'POST /projects/{projectId}/files/{fileId}/release-lock',
  requestLock: 'POST /projects/{projectId}/files/{fileId}/request-lock',
  getTranscriptRevision: 'GET /transcripts/{id}/history/{revision}',
  listTranscriptHistory: 'GET /transcripts/{id}/history',
  restoreTranscript: 'POST /transcripts/{id}/restore',
  changeSection: 'PATCH /blocks/section-name',
  changeBlockSpeaker: 'PATCH /blocks/speaker',
  createFileSpeaker: 'POST /files/{fileId}/speakers',
  createProjectSpeaker: 'POST /projects/{projectId}/speakers',
  listSpeakers: 'GET /projects/speakers/all',
  mergeSpeakers: 'POST /speakers/merge',
  updateSpeaker: 'POST /speakers/{speakerId}',
  uploadSpeakerAvatar: 'POST /speakers/{speakerId}/avatar',
  createFolderTag: 'POST /projects/{projectId}/tags',
  createTag: 'POST /files/{fileId}/tags',
  createTagCategory: 'POST /tags/categories',
  deleteFolderTag: 'DELETE /projects/{projectId}/tags',
  deleteTag: 'DELETE /files/{fileId}/tags',
  deleteTagCategory: 'DELETE /tags/categories/{categoryId}',
  listTagBlocks: 'GET /projects/{projectId}/tag-blocks',
  listTagCategories: 'GET /tags/categories',
  listTagPassages: 'GET /projects/{projectId}/tags/{tagId}/passages',
  listTagUsages: 'GET /projects/{projectId}/tag-usages',
  listTags: 'GET /tags/all',
  moveTag: 'POST /tags/update-display-order',
  renameTagCategory: 'PUT /tags/categories/{categoryId}',
  tagPassages: 'POST /transcripts/{id}/tags',
  tagPassagesOfBlocks: 'POST /transcripts/{id}/tags-multi-blocks',
  untagPassage: 'DELETE /transcripts/{id}/tags',
  updateFolderTag: 'PUT /projects/{projectId}/tags',
  updateTag: 'PUT /files/{fileId}/tags',
  checkImport: 'POST /files/{fileId}/import/check',
  exportTranscript: 'GET /files/{fileId}/export',
  importTranscript: 'POST /files/{fileId}/import',
  previewExport: 'GET /files/{fileId}/export/preview',
} as const satisfies Record<OperationName, `${Method} /${string}`>
