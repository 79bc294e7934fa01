/** The state of the location to which the home redirects. */
export interface HomeState {
  isHome: true
}
