import { Kbd } from '@mantine/core'
import { keyCap } from '../platform/keyboard.ts'
import styles from './Keys.module.css'

type Props = { keys: readonly string[]; isTwice?: boolean | undefined }

/** A key combination, written as on the user's keyboard. */
export const Keys = ({ keys, isTwice = false }: Props) => (
  <span className={styles.keys}>
    {keys.map((key) => (
      <Kbd key={key}>{keyCap(key)}</Kbd>
    ))}
    {isTwice && ' × 2'}
  </span>
)
