// The style sheets of the first paint.
import '@mantine/core/styles.css'
import './platform/theme.css'
