import { expect, test } from 'vitest'
import { METHODS } from './methods.ts'

test('the shop answers six methods, spelled in capitals, and no other', () => {
  expect([...METHODS]).toEqual(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'])
  for (const other of ['', 'get', 'OPTIONS', 'TRACE', 'CONNECT', 'QUERY'])
    expect(METHODS.has(other), other).toBe(false)
})
