import type { ProjectFile } from '@kaiwa/contract/files.ts'
import { chargedMinutes } from '@kaiwa/contract/minutes.ts'
import { Anchor, Tooltip } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { errorText } from '../platform/error-text.ts'
import { useOnline } from '../platform/online.ts'
import { toast } from '../platform/toasts.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { NO_AUDIO_HELP_URL, SUPPORT_URL } from '../ui/links.ts'
import { CancelUploadDialog } from '../uploads/CancelUploadDialog.tsx'
import { FilePicker } from '../uploads/FilePicker.tsx'
import { UploadDialog } from '../uploads/UploadDialog.tsx'
import { fileOf } from '../uploads/send-file.ts'
import { resumeUpload } from '../uploads/start-uploads.ts'
import styles from './FileStatus.module.css'
import type { FileAction } from './file-state.ts'
import { canExceedMinutes } from '../billing/can-exceed.ts'
import { usageQuery } from '../billing/queries.ts'
import { useSignedIn } from '../platform/session.ts'
import { useCancelFile, useRetryFile } from './use-file-changes.ts'

interface ActionProps {
  children: ReactNode
  onClick: () => void
  blockedBy?: string | null
}

/** A small action of a row. A blocked action stays focusable and shows the reason. */
function Action({ children, onClick, blockedBy = null }: ActionProps) {
  return (
    <Tooltip
      label={blockedBy}
      disabled={blockedBy === null}
      multiline
      maw={300}
      events={{ hover: true, focus: true, touch: true }}
    >
      <Anchor
        component="button"
        type="button"
        className={styles.action ?? ''}
        aria-disabled={blockedBy !== null}
        onClick={() => {
          if (blockedBy === null) onClick()
        }}
      >
        {blockedBy !== null && <IconAlertTriangle size={14} aria-hidden="true" className={styles.warning ?? ''} />}
        {children}
      </Anchor>
    </Tooltip>
  )
}

function ResumeAnalysis({ file }: { file: ProjectFile }) {
  const { t } = useTranslation('workspace')
  const retry = useRetryFile(file)
  return <Action onClick={() => retry.mutate(undefined)}>{t('resumeAnalysis')}</Action>
}

function StartAnalysis({ file }: { file: ProjectFile }) {
  const { t } = useTranslation('workspace')
  const retry = useRetryFile(file)
  const { data: usage } = useQuery(usageQuery)
  const points = useSignedIn().user.workspaces[0]?.point ?? 0
  const covers =
    usage === undefined || usage.remain.minute >= chargedMinutes(file.duration) || canExceedMinutes(usage, points)
  return (
    <Action blockedBy={covers ? null : t('startBlocked')} onClick={() => retry.mutate(undefined)}>
      {t('startAnalysis')}
    </Action>
  )
}

function Abort({ file }: { file: ProjectFile }) {
  const { t } = useTranslation('workspace')
  const cancel = useCancelFile(file)
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <Action onClick={() => setIsAsking(true)}>{t('abort')}</Action>
      <ConfirmDialog
        opened={isAsking}
        title={t('abortTitle')}
        text={t('abortText')}
        confirmLabel={t('abort')}
        danger
        isBusy={cancel.isPending}
        onConfirm={() => cancel.mutate(undefined, { onSettled: () => setIsAsking(false) })}
        onClose={() => setIsAsking(false)}
      />
    </>
  )
}

const BYTE_TOLERANCE_MB = 0.01

function ResumeUpload({ file }: { file: ProjectFile }) {
  const { t } = useTranslation('workspace')
  const uploads = useTranslation('uploads').t
  const isOnline = useOnline()
  const { upload } = file
  if (!upload) return null
  const resume = (chosen: File | null): void => {
    resumeUpload(file.project_id, upload.id, chosen).catch((error: unknown) => toast.error(errorText(error)))
  }
  const handleFiles = ([chosen]: readonly File[]): void => {
    if (!chosen) return
    if (Math.abs(chosen.size / 1_048_576 - file.original_size) > BYTE_TOLERANCE_MB)
      toast.error(uploads('otherFile', { name: file.file_name }))
    else resume(chosen)
  }
  return (
    <FilePicker isSingle onFiles={handleFiles}>
      {(open) => (
        <Action
          blockedBy={isOnline ? null : t('resumeOffline')}
          // The page that started the upload still has the file; after a reload the user must select it again.
          onClick={() => (fileOf(upload.id) ? resume(null) : open())}
        >
          {t('resumeUpload')}
        </Action>
      )}
    </FilePicker>
  )
}

function CancelUpload({ file }: { file: ProjectFile }) {
  const { t } = useTranslation('workspace')
  const [isAsking, setIsAsking] = useState(false)
  const { upload } = file
  if (!upload) return null
  return (
    <>
      <Action onClick={() => setIsAsking(true)}>{t('cancelUpload')}</Action>
      {isAsking && <CancelUploadDialog uploadId={upload.id} name={file.title} onClose={() => setIsAsking(false)} />}
    </>
  )
}

function UploadAgain({ file }: { file: ProjectFile }) {
  const { t } = useTranslation('workspace')
  const [chosen, setChosen] = useState<readonly File[] | null>(null)
  return (
    <>
      <FilePicker isSingle onFiles={setChosen}>
        {(open) => <Action onClick={open}>{t('uploadAgain')}</Action>}
      </FilePicker>
      {chosen && <UploadDialog folder={file.project_id} files={chosen} onClose={() => setChosen(null)} />}
    </>
  )
}

function HelpLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Anchor component={Link} to={to} className={styles.action ?? ''}>
      {children}
    </Anchor>
  )
}

function ActionOf({ action, file }: { action: FileAction; file: ProjectFile }) {
  const { t } = useTranslation('workspace')
  switch (action) {
    case 'resumeAnalysis':
      return <ResumeAnalysis file={file} />
    case 'startAnalysis':
      return <StartAnalysis file={file} />
    case 'abort':
      return <Abort file={file} />
    case 'resumeUpload':
      return <ResumeUpload file={file} />
    case 'cancelUpload':
      return <CancelUpload file={file} />
    case 'uploadAgain':
      return <UploadAgain file={file} />
    case 'support':
      return <HelpLink to={SUPPORT_URL}>{t('support')}</HelpLink>
    case 'manual':
      return <HelpLink to={NO_AUDIO_HELP_URL}>{t('manual')}</HelpLink>
  }
}

/** The available actions for a file's state. */
export function FileActions({ file, actions }: { file: ProjectFile; actions: readonly FileAction[] }) {
  return actions.map((action) => <ActionOf key={action} action={action} file={file} />)
}
