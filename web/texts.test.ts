import { describe, expect, it } from 'vitest'
import { TEXTS } from './texts.ts'

interface Tree {
  [key: string]: string | Tree
}

function flat(tree: Tree, path = ''): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[path + key, value] as [string, string]] : flat(value, `${path}${key}.`),
  )
}

function gaps(text: string): string {
  return [...text.matchAll(/\{(\w+)\}/g)]
    .map(([, name]) => name)
    .sort()
    .join(' ')
}

const domains = await Promise.all(
  Object.entries(TEXTS).map(async ([name, { ja, en }]) => ({
    name,
    japanese: flat((await ja()).ja),
    english: new Map(flat((await en()).en)),
  })),
)

describe.each(domains)('texts of $name', ({ japanese, english }) => {
  it('UI-02 exist in both languages', () => {
    expect([...english.keys()]).toEqual(japanese.map(([key]) => key))
    for (const [key, text] of japanese)
      expect([key, text.trim() !== '', english.get(key)?.trim() !== '']).toEqual([key, true, true])
  })

  it('have the same placeholders in both languages', () => {
    expect(japanese.map(([key, text]) => `${key}: ${gaps(text)}`)).toEqual(
      [...english].map(([key, text]) => `${key}: ${gaps(text)}`),
    )
  })
})

const en = Object.fromEntries(
  domains.flatMap(({ name, english }) => [...english].map(([key, text]) => [`${name}.${key}`, text])),
)

describe('the exact English texts of the specification', () => {
  it.each([
    ['WS-03', 'welcome.start', 'Get started'],
    ['UI-06', 'common.offline', "I'm offline"],
    ['UI-07', 'common.backOnline', 'Back online'],
    ['UI-09', 'common.errorTitle', 'An error has occurred'],
    ['UI-19', 'common.required', 'Please enter {label}'],
    ['UI-20', 'common.select', 'Please select {label}'],
    ['UI-21', 'common.format', 'Please check format of {label}'],
    ['UI-22', 'common.email', 'Please enter a valid email address'],
    ['UI-23', 'common.minLength', 'Please enter at least {min} characters'],
    ['UI-24', 'common.maxLength', 'Please put within {max} characters'],
    ['UI-25', 'common.maxNumber', 'Maximum number is {max}'],
    ['UI-26', 'common.minNumber', 'Minimum number is {min}'],
    ['UI-28', 'common.failed', 'Failed'],
    ['AUTH-15', 'accounts.register.submit', 'Create an account'],
    ['AUTH-15', 'accounts.register.submitMagic', 'Create an account with email verification'],
    ['AUTH-11', 'google.working', 'Signing you in, please wait...'],
    ['AUTH-12', 'google.failed', 'Could not login with {name}'],
    ['ACC-18', 'profile.locked', 'Locked for {num} seconds'],
    ['ACC-19', 'profile.saved', 'Successfully updated profile'],
    ['ACC-15', 'profile.photoHint', 'Recommended 300px x 300px ・ Under 10MB'],
    ['ACC-21', 'profile.modelSaved', 'Successfully updated AI Chat model'],
    ['ACC-24', 'changeEmail.done', 'The email address change is complete!'],
    ['ACC-25', 'changeEmail.failed', 'Sorry, we could not verify your new email address. Please try again.'],
    ['ACC-26', 'changeEmail.resendFailed', 'Failed to resend the email change confirmation link.'],
    ['ACC-26', 'profile.emailResendFailed', 'Failed to resend the email change confirmation link.'],
    ['UI-27', 'common.newEmailTaken', 'This new email address is already registered'],
    ['ACC-20', 'profile.passwordSaved', 'Successfully updated password'],
    ['AUTH-20', 'accounts.complete.text', 'We have sent you an email for authentication'],
    ['AUTH-25', 'magic.locked', 'Locked for {num} seconds'],
    ['AUTH-31', 'magic.done', 'Login succeeded'],
    ['ACC-27', 'magic.resendFailed', 'Could not resend email. Please contact administrator.'],
    ['AUTH-34', 'accounts.verify.done', 'Account verification completed.'],
    ['AUTH-36', 'accounts.verify.failed', 'Sorry, we could not verify your email address. Please try again.'],
    ['AUTH-37', 'accounts.verify.resent', 'We have reissued the verification email.'],
    ['AUTH-39', 'accounts.verify.resendFailed', 'Failed to resend the account verification link.'],
    ['AUTH-44', 'passwords.invalidUrl', 'Invalid URL'],
    ['AUTH-45', 'passwords.expiredUrl', 'Sorry, this URL is expired. Please try again.'],
    ['AUTH-54', 'common.passwordMismatch', 'The two passwords that you entered do not match'],
    ['AUTH-58', 'common.loggedOut', 'Successfully log out'],
    ['AUTH-59', 'common.logoutFailed', 'Log out failed'],
    ['ERR-01', 'common.sessionExpired', 'The authentication session has expired. Please log in again.'],
    ['ERR-02', 'common.accountDisabled', 'Your account has been disabled.'],
    ['ERR-03', 'common.errors.E_EMAIL_NOT_VERIFIED', 'Email not verified.'],
    ['ERR-06', 'common.errors.AUTH_INVALID_CREDENTIALS', 'The email address or password is incorrect.'],
    ['ERR-07', 'common.errors.AUTH_NOT_ALLOWED_REGISTER', 'You are not allowed to register.'],
    ['ERR-08', 'common.errors.AUTH_EMAIL_NOT_FOUND', 'The email address does not exist.'],
    [
      'ERR-09',
      'common.errors.AUTH_RESET_PASSWORD_REQUEST_THROTTLED',
      'There are too many attempts. Try after few minutes.',
    ],
    ['ERR-10', 'common.errors.AUTH_RESET_PASSWORD_INVALID_TOKEN', 'Invalid or expired token. Please try again.'],
    [
      'ERR-11',
      'common.errors.PROJECT_CREATE_FORBIDDEN_NO_WORKSPACE',
      "Could not create a project. You're not subscribing to any plan.",
    ],
    [
      'ERR-13',
      'common.errors.ITEM_MAX_FOLDER_LEVEL',
      'The folder hierarchy is limited to 5 levels. Cannot create any more.',
    ],
    ['ERR-14', 'common.errors.PROJECT_MAX_NUMBER_OF_FILE_EXCEEDED', 'Maximum number of files exceeded.'],
    ['ERR-15', 'common.errors.PROJECT_MAX_FILE_SIZE_EXCEEDED', 'Maximum file size exceeded.'],
    ['ERR-16', 'common.errors.PROJECT_MAX_STORAGE_EXCEEDED', 'Maximum storage exceeded.'],
    ['ERR-17', 'common.errors.PROJECT_MAX_MINUTES_EXCEEDED', 'Maximum duration exceeded.'],
    ['WS-13', 'common.accessDenied', 'Access denied'],
    ['WS-14', 'workspace.noAccessTitle', 'No access privileges'],
    ['WS-14', 'workspace.noAccessText', 'You do not have permission to access the project'],
    ['WS-27', 'workspace.moreHits', '{count} more item...'],
    ['WS-42', 'workspace.created', 'Successfully created project'],
    ['WS-43', 'workspace.folderUpdated', 'Successfully updated folder'],
    ['WS-44', 'workspace.folderMoved', 'Successfully move folder'],
    ['WS-45', 'workspace.folderDeleted', 'Successfully deleted project'],
    ['WS-46', 'workspace.fileDeleted', 'Successfully deleted project file'],
    ['WS-47', 'workspace.rowsDeleted', 'Successfully deleted folder and project file'],
    ['WS-49', 'workspace.downloadFailed', 'Could not download file'],
    ['WS-48', 'workspace.fileUpdated', 'Successfully updated project file'],
    ['UP-09', 'uploads.failed', 'Upload failed. Please try again'],
    ['UP-13', 'uploads.offline', 'Unable to upload because you are offline. Please try again when online'],
    ['UP-15', 'uploads.cancelled', 'Upload has been cancelled'],
    ['UP-16', 'uploads.finished', 'Upload finished'],
    ['BILL-36', 'billing.full.minute', 'The analysis time limit has been reached'],
    ['BILL-37', 'billing.full.storage', 'The storage capacity has reached its limit'],
    ['BILL-38', 'billing.full.chat', 'The number of AI chats has reached the upper limit'],
    ['UP-19', 'uploads.noStorage', 'Due to insufficient storage capacity, unable to upload.'],
    ['PROC-03', 'workspace.status.waiting', 'Uploading'],
    ['PROC-03', 'workspace.status.uploaded', 'Uploaded'],
    ['PROC-03', 'workspace.status.processing', 'Processing'],
    ['PROC-03', 'workspace.status.processed', 'Processed'],
    ['PROC-03', 'workspace.status.failed', 'Failed'],
    ['PROC-03', 'workspace.status.canceled', 'Stopped parsing'],
    ['PROC-06', 'workspace.status.interrupted', 'Upload has been interrupted'],
    ['PROC-12', 'workspace.abort', 'Parsing aborted'],
    ['PROC-13', 'workspace.abortText', 'Aborting the analysis consumes the available analysis time. Is it OK?'],
    ['PROC-16', 'workspace.resumeAnalysis', 'Resume analysis'],
    ['PROC-18', 'workspace.status.uploadFailed', 'Upload failed'],
    ['PROC-19', 'workspace.status.parsingFailed', 'Parsing failed'],
    ['PROC-19', 'workspace.status.preProcessingFailed', 'Pre-processing failed'],
    ['PROC-19', 'workspace.transcriptFailed', 'Transcript failed'],
    ['PROC-19', 'workspace.status.timeout', 'Process timeout'],
    ['PROC-19', 'workspace.status.quotaExceeded', 'Quota exceeded'],
    ['PROC-19', 'workspace.status.noAudio', 'No audio detected'],
    ['PROC-19', 'workspace.status.noTranscript', 'No transcript'],
    ['PROC-19', 'workspace.status.notEnoughMinute', 'Not enough minute'],
    ['PROC-20', 'workspace.startAnalysis', 'Start analysis now'],
    [
      'PROC-21',
      'workspace.startBlocked',
      'The maximum amount of analysis time for this month has been reached. Contact Owner to start analysis.',
    ],
    ['PROC-23', 'workspace.manual', 'Find out more'],
    ['SEC-02', 'sections.title', 'Section ({count})'],
    ['SEC-03', 'sections.emptyForEditors', 'To add a section, hover over the timestamp and register.'],
    ['SEC-04', 'sections.emptyForViewers', 'There are no sections configured.'],
    ['SPK-01', 'speakers.individual', 'Individual Changes'],
    ['SPK-01', 'speakers.multi', 'Bulk change in file'],
    ['SPK-02', 'speakers.inFile', 'Speakers in the file'],
    ['SPK-02', 'speakers.others', 'Other speakers'],
    ['SPK-03', 'speakers.search', 'Speaker name'],
    ['SPK-03', 'speakers.add', 'Add speaker'],
    ['SPK-03', 'speakers.noMatch', 'No matching speaker'],
    ['SPK-07', 'speakers.changed', 'Changes saved'],
    ['SPK-10', 'speakers.changeFailed', 'Could not update block speaker'],
    ['SPK-12', 'speakers.discard', 'Do you want to discard the data?'],
    ['SPK-16', 'speakers.createFailed', 'Could not create new speaker'],
    ['SPK-17', 'speakers.updateFailed', "Could not update speaker's name"],
    ['SPK-21', 'speakers.mergeDone', 'Integrated speakers'],
    ['SPK-23', 'speakers.unsavedTitle', 'There is text being edited'],
    ['SPK-23', 'speakers.unsavedText', 'Before merging speakers, edit the text you are editing.'],
    ['SPK-23', 'speakers.unsavedQuestion', 'Do you want to save?'],
    ['FILE-16', 'transcripts.leaveTitle', 'Do you want to leave this page?'],
    ['FILE-16', 'transcripts.leaveText', 'Edited content has not been saved. Do you want to continue moving?'],
    ['FILE-16', 'transcripts.leaveConfirm', 'Moving'],
    ['EDIT-03', 'editing.replaceWith', 'Replace with'],
    ['EDIT-03', 'editing.replace', 'Replace'],
    ['EDIT-03', 'editing.replaceAll', 'Replace all'],
    ['EDIT-03', 'transcripts.previousHit', 'Previous'],
    ['EDIT-03', 'transcripts.nextHit', 'Next'],
    ['EDIT-14', 'transcripts.finalSave', 'Final save'],
    ['EDIT-17', 'transcripts.editTaken', 'Cannot be edited until someone else saves their edits'],
    ['EDIT-18', 'transcripts.saveTemporarily', 'Save temporarily (Ctrl+S)'],
    ['EDIT-18', 'transcripts.finishEditing', 'Finish editing'],
    ['EDIT-19', 'editing.guide.newline', 'New line'],
    ['EDIT-20', 'editing.guide.split', 'Separate the statement'],
    ['EDIT-21', 'editing.guide.splitTwice', 'Separate the speakers'],
    ['EDIT-22', 'transcripts.isEditing', '{user} is currently editing'],
    ['EDIT-30 EDIT-46', 'transcripts.lockedByOther', 'This file is being edited by another user'],
    ['EDIT-36', 'editing.finishTitle', 'Your changes have not been saved.'],
    ['EDIT-36', 'editing.saveAndDone', 'Save and Done'],
    ['EDIT-36', 'editing.discardAndEnd', 'Discard and end'],
    ['EDIT-43', 'speakers.changeLocked', 'Because there is a user editing, Unable to edit speaker'],
    ['EDIT-44', 'speakers.mergeLocked', 'Because there is a user editing, Unable to integrate speakers'],
    ['RT-02', 'common.newNotification', 'You have a new notification'],
    ['NOTI-10', 'notifications.noAccessTitle', 'No access privileges'],
    ['NOTI-10', 'notifications.noAccessText', 'You do not have permission to access the project'],
    ['TAG-07', 'tags.inUse', 'Tags in use'],
    ['TAG-08', 'tags.search', 'Search for tags'],
    ['TAG-11', 'tags.delete', 'Delete the tag'],
    ['TAG-26', 'tags.removed', 'Removed tag'],
    [
      'EDIT-42',
      'transcripts.lockedBlock',
      'The text has been edited and cannot be tagged. Once editing is complete, you can add tags.',
    ],
  ])('%s %s', (_, key, text) => {
    expect(en[key]).toBe(text)
  })
})
