// In place of two modules of the component library, in the build: they compute style sheets of the theme when a page
// starts. The first one is `theme-variables.css`; the classes of the other one are not used.

export function MantineCssVariables(): null {
  return null
}

export function MantineClasses(): null {
  return null
}
