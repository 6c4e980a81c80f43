import { describe, expect, test } from 'vitest'
import { projectFile } from './containerfile.ts'

const json = (file: string) => JSON.parse(projectFile(file)) as { version: string; packages?: Record<string, { version: string }> } // prettier-ignore

describe('the version', () => {
  test('is said by package.json alone: the lock file repeats it, and the newest in CHANGELOG.md is that one', () => {
    const { version } = json('package.json')
    const { version: locked, packages } = json('package-lock.json')
    expect([locked, packages?.['']?.version]).toEqual([version, version])
    expect(/^## (\d\S*) - \d{4}-\d\d-\d\d$/m.exec(projectFile('CHANGELOG.md'))?.[1]).toBe(version)
    expect(projectFile('CHANGELOG.md')).toContain('\n## Unreleased\n')
  })
})

describe('the documents', () => {
  test('are those that people expect, and README.md leads to each', () => {
    const readme = projectFile('README.md')
    for (const file of ['CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md', 'THIRD-PARTY-NOTICES'])
      expect(readme).toContain(`](${file})`)
  })
})
