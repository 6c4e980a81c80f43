/** Opens the step-up dialogue; the shell's root mounts the dialogue and registers it here. */
type Asking = () => Promise<boolean>
let ask: Asking | null = null

/** Asks the user to prove who they are; true once they have. */
export const proveAgain = async (): Promise<boolean> => (ask ? await ask() : false)

/** Registers the dialogue for as long as it is mounted. */
export function answerStepUpWith(asking: Asking): () => void {
  ask = asking
  return () => {
    if (ask === asking) ask = null
  }
}
