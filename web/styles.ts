// The style sheets needed for the first paint.
import '@mantine/core/styles.css'
import './platform/theme.css'
