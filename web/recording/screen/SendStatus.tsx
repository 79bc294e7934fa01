import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatSize, toMb } from '../../platform/format-size.ts'
import { useOnline } from '../../platform/online.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import type { RecordingSession, SendPhase, SendState, SessionState } from '../types.ts'
import { FolderField } from './FolderField.tsx'
import { Notice } from './Notice.tsx'
import styles from './Recording.module.css'

interface Props {
  session: RecordingSession
  state: SessionState
}

function FolderDialog({ session, state, onClose }: Props & { onClose: () => void }) {
  const { t } = useTranslation('recording')
  const common = useTranslation().t
  const [folderId, setFolderId] = useState(state.details.folderId)
  const save = (): void => {
    void session.change({ folderId })
    onClose()
  }
  return (
    <Dialog opened title={t('chooseFolder')} onClose={onClose}>
      <FolderField value={folderId} onChange={setFolderId} />
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onClose}>
          {common('cancel')}
        </Button>
        <Button onClick={save}>{common('save')}</Button>
      </Group>
    </Dialog>
  )
}

const BLOCKED: readonly SendPhase[] = ['no-storage', 'no-folder', 'signed-out', 'refused']

/** True if nothing is sent before the person has done something. */
export function isBlocked({ phase }: Pick<SendState, 'phase'>): boolean {
  return BLOCKED.includes(phase)
}

/** How far the recording has been sent, in one line. */
export function SendStatus({ state }: { state: SessionState }) {
  const { t } = useTranslation('recording')
  const isOnline = useOnline()
  const { size } = state
  const { phase: known, sent } = state.send
  // The last piece is stored after everything before it was sent.
  const phase = known === 'current' && state.phase === 'stopped' && sent < size ? 'sending' : known
  const isMoving = phase === 'waiting' || phase === 'sending'
  const text =
    !isOnline && isMoving
      ? t('sendShort.offline')
      : phase === 'sending'
        ? t('send.sending', { sent: formatSize(toMb(sent)), size: formatSize(toMb(size)) })
        : t(`sendShort.${phase}`)
  return (
    <div className={styles.line} data-send={isOnline || !isMoving ? phase : 'offline'}>
      <span className={styles.quiet}>{t('send.label')}</span>
      <span>{text}</span>
    </div>
  )
}

/** The reason for which the recording is not sent, with possible actions. Recording continues. */
export function SendNotice({ session, state }: Props) {
  const { t } = useTranslation('recording')
  const isOnline = useOnline()
  const [isChoosing, setIsChoosing] = useState(false)
  const { phase } = state.send
  if (!isOnline && (phase === 'waiting' || phase === 'sending'))
    return <Notice kind="warning" text={t('send.offline')} />
  if (phase !== 'no-storage' && phase !== 'no-folder' && phase !== 'signed-out' && phase !== 'refused') return null
  return (
    <Notice kind="problem" text={t(`send.${phase}`)}>
      {phase === 'no-folder' && (
        <Button size="xs" variant="default" onClick={() => setIsChoosing(true)}>
          {t('chooseFolder')}
        </Button>
      )}
      {phase === 'signed-out' && (
        <Button size="xs" variant="default" component={Link} to="/login" target="_blank">
          {t('signInElsewhere')}
        </Button>
      )}
      {phase !== 'no-folder' && (
        <Button size="xs" variant="default" onClick={() => session.retrySending()}>
          {t('retrySend')}
        </Button>
      )}
      {isChoosing && <FolderDialog session={session} state={state} onClose={() => setIsChoosing(false)} />}
    </Notice>
  )
}
