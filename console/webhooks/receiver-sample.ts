/** The code with which a receiver on Node verifies a webhook. A test runs it against real webhooks. */
export const receiverSample = `import { createHmac, timingSafeEqual } from 'node:crypto'

export function isGenuine(headers, rawBody, secret) {
  const id = headers['webhook-id']
  const time = headers['webhook-timestamp']
  if (!(Math.abs(Date.now() / 1000 - time) < 300)) return false

  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const own = createHmac('sha256', key).update(\`\${id}.\${time}.\${rawBody}\`).digest()
  return headers['webhook-signature'].split(' ').some((signature) => {
    const given = Buffer.from(signature.replace('v1,', ''), 'base64')
    return given.length === own.length && timingSafeEqual(given, own)
  })
}
`
