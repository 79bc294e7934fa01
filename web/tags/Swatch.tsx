import styles from './Tags.module.css'

/** The colour of a tag, shown next to its name. */
export const Swatch = ({ colour }: { colour: string }) => (
  <span className={styles.swatch} style={{ background: colour }} aria-hidden="true" />
)
