import styles from './Tags.module.css'

/** The colour of a tag. Its name stands beside it. */
export const Swatch = ({ colour }: { colour: string }) => (
  <span className={styles.swatch} style={{ background: colour }} aria-hidden="true" />
)
