/** Opens the step-up dialogue; the shell's root mounts the dialogue and registers it here. */
type Asking = () => Promise<boolean>
let ask: Asking | null = null

/** Asks the user for a step-up; true when it succeeded. */
export const askForStepUp = async (): Promise<boolean> => (ask ? await ask() : false)

/** Registers the dialogue for as long as it is mounted. */
export function registerStepUp(asking: Asking): () => void {
  ask = asking
  return () => {
    if (ask === asking) ask = null
  }
}
