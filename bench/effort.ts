/** How long a goal is measured: the number of rounds, and the seconds of each contender in each round. */
export interface Effort {
  rounds: number
  seconds: number
}
