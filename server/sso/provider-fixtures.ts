/**
 * Goes through a real provider's pages as a browser does: follows redirects, keeps its cookies, signs in by the name and
 * agrees to what is asked. Answers the address outside the provider that it is sent to in the end.
 */
export async function atProvider(begin: string, name: string): Promise<URL> {
  const cookies = new Map<string, string>()
  const home = new URL(begin).origin
  let at = new URL(begin)
  let form: URLSearchParams | null = null
  for (let steps = 0; steps < 20; steps++) {
    const answer: Response = await fetch(at, {
      method: form ? 'POST' : 'GET',
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([key, value]) => `${key}=${value}`).join('; ') },
      ...(form && { body: form }),
    })
    for (const line of answer.headers.getSetCookie()) {
      const [, key = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(key, value)
    }
    const to = answer.headers.get('location')
    const page = await answer.text()
    form = null
    if (to !== null) at = new URL(to, at)
    else {
      const [, action] = /<form[^>]*action="([^"]+)"/.exec(page) ?? []
      if (!action || answer.status !== 200) throw new Error(`the provider said ${answer.status}: ${page}`)
      at = new URL(action.replaceAll('&amp;', '&'), at)
      const hidden = [...page.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)]
      form = new URLSearchParams(hidden.map(([, key = '', value = '']) => [key, value]))
      if (page.includes('name="login"')) for (const key of ['login', 'password']) form.set(key, name)
      if (page.includes('name="logout"')) form.set('logout', 'yes')
    }
    if (at.origin !== home) return at
  }
  throw new Error('the provider has no end')
}
