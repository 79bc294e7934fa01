import { PLAYER_KEYS } from '@kaiwa/editor'
import { Kbd } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { SPEAKER_KEYS } from '../../speakers/speaker-keys.ts'
import { AnchoredPopover } from '../../ui/AnchoredPopover.tsx'
import styles from './ShortcutList.module.css'

const IS_MAC = /Mac|iP(?:hone|ad)/.test(navigator.platform)
const MODIFIER = IS_MAC ? '⌘' : 'Ctrl'

const Keys = ({ keys }: { keys: readonly string[] }) => (
  <span className={styles.keys}>
    {keys.map((key) => (
      <Kbd key={key}>{key === 'Alt' && IS_MAC ? '⌥' : key}</Kbd>
    ))}
  </span>
)

const Row = ({ children, what }: { children: ReactNode; what: string }) => (
  <div className={styles.row}>
    <dt>{children}</dt>
    <dd>{what}</dd>
  </div>
)

interface Props {
  anchor: HTMLElement
  onClose: () => void
}

/** What the keys do in the text (EDIT-19…21), and those that play while one types. */
export const ShortcutList = ({ anchor, onClose }: Props) => {
  const { t } = useTranslation('editing')
  return (
    <AnchoredPopover anchor={anchor} label={t('guideTitle')} width={380} onClose={onClose}>
      {/* The focus goes to the text of the guide: it can be scrolled and read, and Escape leads back. */}
      <div className={styles.guide} data-autofocus tabIndex={-1}>
        <h2 className={styles.title}>{t('guideTitle')}</h2>
        <dl className={styles.list}>
          <Row what={t('guide.newline')}>
            <Keys keys={['Enter']} />
          </Row>
          <Row what={t('guide.split')}>
            <Keys keys={[MODIFIER, 'Enter']} />
          </Row>
          <Row what={t('guide.splitTwice')}>
            <Keys keys={[MODIFIER, 'Enter']} />
            {' × 2'}
          </Row>
          <Row what={t('guide.mergeBack')}>
            <Keys keys={['Backspace']} />
          </Row>
          <Row what={t('guide.mergeForward')}>
            <Keys keys={['Delete']} />
          </Row>
          <Row what={t('guide.undo')}>
            <Keys keys={[MODIFIER, 'Z']} />
          </Row>
          <Row what={t('guide.redo')}>
            <Keys keys={IS_MAC ? ['⇧', '⌘', 'Z'] : ['Ctrl', 'Y']} />
          </Row>
          <Row what={t('guide.save')}>
            <Keys keys={[MODIFIER, 'S']} />
          </Row>
          <Row what={t('guide.find')}>
            <Keys keys={[MODIFIER, 'H']} />
          </Row>
          <Row what={t('guide.speaker')}>
            <Keys keys={SPEAKER_KEYS} />
          </Row>
          {PLAYER_KEYS.map(({ keys, action }) => (
            <Row key={action} what={t(`guide.${action}`)}>
              <Keys keys={keys} />
            </Row>
          ))}
        </dl>
      </div>
    </AnchoredPopover>
  )
}
