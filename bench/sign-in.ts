/** Every demo user's. */
export const demoPassword = 'countinghouse-demo-1'

/** A session on the API, as the console has one. */
export interface Session {
  token: string
  signing_key: string
  user: { merchantUuid: string; iamportKey: string }
}

export async function signIn(url: string, slug: string): Promise<Session> {
  const response = await fetch(`${url}/gateway/api/account/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: `admin@${slug}.example`, password: demoPassword }),
  })
  const { content } = (await response.json()) as { content?: Session }
  if (!content) throw new Error(`no session for ${slug}: ${response.status}`)
  return content
}
