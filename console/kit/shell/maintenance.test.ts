import { expect, it } from 'vitest'
import { maintenanceAt } from './maintenance.ts'

it('is announced from its first moment to the end of its last day, and neither before nor after', () => {
  expect(maintenanceAt(new Date('2025-09-10T23:59:59Z'))).toBe(null)
  expect(maintenanceAt(new Date('2025-09-11T00:00:00Z'))?.text).toBe('specialCharacters')
  expect(maintenanceAt(new Date('2025-10-31T23:59:59Z'))?.text).toBe('specialCharacters')
  expect(maintenanceAt(new Date('2025-11-01T00:00:00Z'))).toBe(null)
  expect(maintenanceAt(new Date('2026-11-20T00:00:00Z'))).toBe(null)
})
