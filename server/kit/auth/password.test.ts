import { describe, expect, it } from 'vitest'
import { passwordRuleFault } from '#contract/kit/password-rule.ts'
import { createPasswordHasher, passwordFault, PasswordQueueFull } from './password.ts'

const hasher = createPasswordHasher({ concurrent: 2, queue: 20 })

describe('the hasher', () => {
  it('writes argon2id in PHC format at 19 MiB, 2 passes, with a new salt each time', async () => {
    const [one, two] = await Promise.all([hasher.hash('correct horse 1'), hasher.hash('correct horse 1')])
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
    expect(one).not.toBe(two)
  })

  it('takes the password and no other', async () => {
    const phc = await hasher.hash('correct horse 1')
    expect(await hasher.matches('correct horse 1', phc)).toBe(true)
    for (const other of ['correct horse 2', 'Correct horse 1', 'correct horse 1 ', '', 'correct horse 1\0'])
      expect(await hasher.matches(other, phc)).toBe(false)
  })

  it('agrees with the reference implementation’s published hashes', async () => {
    const published = [
      '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4',
      '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc',
    ]
    for (const phc of published) {
      expect(await hasher.matches('password', phc)).toBe(true)
      expect(await hasher.matches('passwore', phc)).toBe(false)
    }
  })

  // Computed by @noble/hashes, which shares no code with OpenSSL.
  it('agrees with another implementation at our own cost', async () => {
    const phc = '$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHQtMTZieXRlcw$ekKxEwy5dycZccFcfsg3Rdxv9fmtD+s/qCZTC9Q2iCg'
    expect(await hasher.matches('mật khẩu của tôi 1', phc)).toBe(true)
  })

  it('takes a password typed in another form of the same Unicode text', async () => {
    const phc = await hasher.hash('mật khẩu của tôi 1')
    expect(await hasher.matches('mật khẩu của tôi 1'.normalize('NFD'), phc)).toBe(true)
    expect(await hasher.matches('ｍật khẩu của tôi １', phc)).toBe(true)
    expect(await hasher.matches('mat khau cua toi 1', phc)).toBe(false)
  })

  it('refuses an unknown user after as much work as a wrong password costs', async () => {
    const phc = await hasher.hash('correct horse 1')
    const known = await medianMs(() => hasher.matches('wrong horse 1', phc))
    const unknown = await medianMs(() => hasher.matches('wrong horse 1', null))
    expect(await hasher.matches('', null)).toBe(false)
    expect(unknown).toBeGreaterThan(known / 3)
  })

  it('refuses a huge password, whatever it normalises to', async () => {
    const huge = 'ﷺ1'.repeat(100_000)
    expect(await hasher.matches(huge, await hasher.hash('correct horse 1'))).toBe(false)
  })

  it('turns the rest away when two are at work and the queue is full, and recovers', async () => {
    const small = createPasswordHasher({ concurrent: 2, queue: 3 })
    const outcomes = await Promise.allSettled(Array.from({ length: 9 }, () => small.matches('wrong horse 1', null)))
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
    expect(refused).toHaveLength(4)
    for (const { reason } of refused) expect(reason).toBeInstanceOf(PasswordQueueFull)
    expect(outcomes.slice(0, 5).every((outcome) => outcome.status === 'fulfilled')).toBe(true)
    expect(await small.matches('wrong horse 1', null)).toBe(false)
  })

  it('says so when a stored hash is none', async () => {
    for (const phc of ['', 'plain', '$argon2i$v=19$m=19456,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu'])
      await expect(hasher.matches('password', phc)).rejects.toThrow('not argon2id')
    expect(await hasher.matches('password', null)).toBe(false)
  })
})

describe('passwordFault', () => {
  it.each([
    ['elevenchar1', 'too_short'],
    ['twelvechars1', null],
    ['countinghouse-demo-1', null],
    ['correcthorsebattery', 'no_digit'],
    ['123412341234123', 'no_letter'],
    [`a1${'x'.repeat(254)}`, null],
    [`a1${'x'.repeat(255)}`, 'too_long'],
    ['🔑🔑🔑🔑🔑🔑🔑🔑🔑🔑🔑🔑', 'no_letter'],
    ['🔑🔑🔑🔑🔑🔑🔑🔑🔑🔑a1', null],
    ['🔑🔑🔑🔑🔑a1', 'too_short'],
    ['كلمة-السر-الطويلة-٧', null],
    ['안전한비밀번호입니다다다1', null],
    ['パスワードを忘れない9', 'too_short'],
    ['ﷺ1', 'too_short'],
    ['<script>\'"; -- 1', null],
  ])('judges %s: %s', (password, fault) => {
    expect(passwordFault(password)).toBe(fault)
    expect(passwordRuleFault(password)).toBe(fault)
    expect(passwordFault(password.normalize('NFD'))).toBe(fault)
  })

  it.each([
    'password1234',
    'Password2026',
    'PASSWORD12345',
    'P@ssw0rd1234',
    'passw0rd1234!',
    'ｐａｓｓｗｏｒｄ１２３４',
    '!!password1234!!',
    'qwertyuiop12',
    '1q2w3e4r5t6y',
    '1qaz2wsx3edc',
    'abc123abc123',
    'iloveyou123456',
    'adminadmin123',
    'countinghouse1',
    'Administrator1',
    'welcome123456',
  ])('finds %s too common, which the browser’s part of the rule cannot know', (password) => {
    expect(passwordFault(password)).toBe('common')
    expect(passwordRuleFault(password)).toBe(null)
  })
})

async function medianMs(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let run = 0; run < 7; run += 1) {
    const start = performance.now()
    await work()
    times.push(performance.now() - start)
  }
  return times.toSorted((a, b) => a - b)[3] ?? 0
}
