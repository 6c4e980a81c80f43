/** The dialogue that asks for the password; the shell's root mounts it and lends its voice here. */
type Asking = () => Promise<boolean>
let ask: Asking | null = null

/** Asks the user to prove who they are; true once they have. */
export const proveAgain = async (): Promise<boolean> => (ask ? await ask() : false)

/** Tells how to ask, for as long as the dialogue is mounted. */
export function answerStepUpWith(asking: Asking): () => void {
  ask = asking
  return () => {
    if (ask === asking) ask = null
  }
}
