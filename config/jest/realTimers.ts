// Tests that fake timers fake only their own.
beforeEach(() => {
  jest.useRealTimers();
});
