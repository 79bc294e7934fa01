import { useTranslation } from 'react-i18next'
import { AnchoredPopover } from '../../ui/AnchoredPopover.tsx'
import { Keys } from '../../ui/Keys.tsx'
import { EDIT_SHORTCUTS } from '../shortcuts.ts'
import styles from './ShortcutList.module.css'

interface Props {
  anchor: HTMLElement
  onClose: () => void
}

/** List of the editing keys (EDIT-19 to EDIT-21) and of the player keys that work while typing. */
export function ShortcutList({ anchor, onClose }: Props) {
  const { t } = useTranslation('editing')
  return (
    <AnchoredPopover anchor={anchor} label={t('guideTitle')} width={380} onClose={onClose}>
      {/* Takes the focus, so that the list can be scrolled by keyboard and Escape closes it. */}
      <div className={styles.guide} data-autofocus tabIndex={-1}>
        <h2 className={styles.title}>{t('guideTitle')}</h2>
        <dl className={styles.list}>
          {EDIT_SHORTCUTS.map(({ action, keys, isTwice }) => (
            <div key={action} className={styles.row}>
              <dt>
                <Keys keys={keys} isTwice={isTwice} />
              </dt>
              <dd>{t(`guide.${action}`)}</dd>
            </div>
          ))}
        </dl>
      </div>
    </AnchoredPopover>
  )
}
