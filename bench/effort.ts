/** How long a goal is measured: so many rounds, each contender so many seconds in each. */
export interface Effort {
  rounds: number
  seconds: number
}
