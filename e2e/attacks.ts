import type { BrowserContext } from '@playwright/test'

/** What must not happen on any page of a context: a dialogue, a fault, a word of the policy, a question to anybody else. */
export async function watchForAttacks(context: BrowserContext, seen: string[], origin: string): Promise<void> {
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', (event) =>
      console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`),
    )
  })
  context.on('dialog', (dialog) => {
    seen.push(`dialogue: ${dialog.message()}`)
    void dialog.dismiss()
  })
  context.on('weberror', (error) => seen.push(`fault: ${error.error().message}`))
  context.on('console', (said) => {
    if (said.type() === 'error') seen.push(said.text())
  })
  context.on('request', (request) => {
    const url = request.url()
    // A card is exchanged for a token at its provider, which is simulated on this machine.
    if (/^http:\/\/localhost:\d+\/v1\/tokens$/.test(url)) return
    if (!url.startsWith(`${origin}/`) && !/^(data|blob|about):/.test(url)) seen.push(`asked: ${url}`)
  })
}
