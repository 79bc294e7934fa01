import { Kbd } from '@mantine/core'
import { keyCap } from '../platform/keyboard.ts'
import styles from './Keys.module.css'

interface Props {
  keys: readonly string[]
  isTwice?: boolean | undefined
}

/** A key combination, written as on the user's keyboard. */
export function Keys({ keys, isTwice = false }: Props) {
  return (
    <span className={styles.keys}>
      {keys.map((key) => (
        <Kbd key={key}>{keyCap(key)}</Kbd>
      ))}
      {isTwice && ' × 2'}
    </span>
  )
}
