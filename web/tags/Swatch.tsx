import styles from './Tags.module.css'

/** The colour of a tag, shown next to its name. */
export function Swatch({ colour }: { colour: string }) {
  return <span className={styles.swatch} style={{ background: colour }} aria-hidden="true" />
}
