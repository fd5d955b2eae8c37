import assert from 'node:assert/strict';
import { mock } from 'node:test';
import type * as vscodeTypes from 'vscode';
import { settled } from '../../store/support/fakes.ts';
import { withWindow } from '../../support/vscode/withParts.ts';

const { DataTransfer, DataTransferItem, Disposable, EventEmitter, TreeItem } = await import('vscode');
const { LazyTree } = await import('../../../src/workbench/platform/activation/lazyTree.ts');
type Tree = import('../../../src/workbench/platform/activation/lazyTree.ts').AttachableTree<string>;

/** A fake of VS Code's tree view that records the options passed to `createTreeView`. */
function fakeView() {
  const selected = new EventEmitter<{ readonly selection: readonly string[] }>();
  const none: readonly string[] = [];
  const view = {
    selection: none,
    onDidChangeSelection: selected.event,
    dispose: () => undefined,
  };
  const created: { id?: string; options?: vscodeTypes.TreeViewOptions<string> } = {};
  const createTreeView = (id: string, options: vscodeTypes.TreeViewOptions<string>) => {
    Object.assign(created, { id, options });
    return view;
  };
  const select = (...rows: string[]) => {
    view.selection = rows;
    selected.fire({ selection: rows });
  };
  return { view, created, select, parts: { createTreeView } };
}

function treeOf(given: Partial<Tree> = {}) {
  const changed = new EventEmitter<string | string[] | undefined>();
  const attached: unknown[] = [];
  const tree: Tree = {
    onDidChangeTreeData: changed.event,
    getChildren: node => (node === undefined ? ['a', 'b'] : [`${node}1`]),
    getTreeItem: node => new TreeItem(node),
    attach: view => void attached.push(view),
    ...given,
  };
  return { tree, changed, attached };
}

const token = {
  isCancellationRequested: false,
  onCancellationRequested: () => new Disposable(() => undefined),
};

describe('a tree that is loaded when its view is shown', () => {
  it('is loaded once, with the first rows, and returns the rows of the real tree', async () => {
    const { tree } = treeOf();
    let loads = 0;
    const lazy = new LazyTree<string>(async () => {
      loads += 1;
      return tree;
    });
    assert.equal(loads, 0);
    assert.deepEqual(await lazy.getChildren(), ['a', 'b']);
    assert.deepEqual(await lazy.getChildren('a'), ['a1']);
    assert.equal((await lazy.getTreeItem('a')).label, 'a');
    assert.equal(loads, 1);
  });
});

describe('redrawn rows', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
  afterEach(() => mock.timers.reset());

  async function drawing(
    use: (given: ReturnType<typeof fakeView> & { redraw: Redraw; drawn: unknown[] }) => void,
  ) {
    const given = fakeView();
    await withWindow(given.parts, async () => {
      const { tree, changed } = treeOf();
      const lazy = new LazyTree<string>(async () => tree);
      lazy.createView('deviceAutomation.jobs', true);
      const drawn: unknown[] = [];
      lazy.onDidChangeTreeData(rows => drawn.push(rows));
      await lazy.getChildren();
      await settled();
      use({ ...given, drawn, redraw: rows => changed.fire(rows) });
    });
  }
  type Redraw = (rows: string | string[] | undefined) => void;

  it('are only the changed ones while at most one row is selected', () =>
    drawing(({ select, redraw, drawn }) => {
      redraw('a');
      redraw(['a', 'b']);
      redraw(undefined);
      select('a');
      mock.timers.tick(50);
      redraw('a');
      assert.deepEqual(drawn, ['a', ['a', 'b'], undefined, 'a']);
    }));

  it('are all rows while several are selected, so that VS Code redraws the whole selection', () =>
    drawing(({ select, redraw, drawn }) => {
      select('a', 'b');
      redraw('a');
      assert.deepEqual(drawn, [undefined]);
      select('a');
      redraw('a');
      assert.deepEqual(drawn, [undefined, 'a']);
    }));

  it('are all rows, once, after several are selected, because VS Code may still be drawing single ones', () =>
    drawing(({ select, drawn }) => {
      select('a', 'b');
      mock.timers.tick(49);
      assert.deepEqual(drawn, []);
      mock.timers.tick(1);
      assert.deepEqual(drawn, [undefined]);
      select('a', 'b', 'c');
      mock.timers.tick(50);
      assert.deepEqual(drawn, [undefined], 'they were several before');
    }));

  it('are all rows while VS Code reports no selection because it is reloading the tree', () =>
    drawing(({ view, select, redraw, drawn }) => {
      select('a', 'b');
      view.selection = [];
      redraw('a');
      assert.deepEqual(drawn, [undefined]);
      view.selection = ['a'];
      redraw('a');
      assert.deepEqual(drawn, [undefined, 'a'], 'the other row was deleted');
      drawn.pop();
      select();
      redraw('a');
      assert.deepEqual(drawn, [undefined, 'a']);
    }));
});

describe('dragging rows of a view', () => {
  it('is loaded on the first drag, for our rows and for plain text', async () => {
    const { created, parts } = fakeView();
    await withWindow(parts, async () => {
      const lazy = new LazyTree<string>(async () => treeOf().tree);
      const done: unknown[] = [];
      let loads = 0;
      lazy.createView('deviceAutomation.jobs', false, async () => {
        loads += 1;
        return {
          drag: (rows, transfer) => transfer.set('text/plain', new DataTransferItem(rows.join())),
          drop: async (row, transfer) => void done.push([row, transfer]),
        };
      });
      const { options } = created;
      assert.deepEqual([options?.showCollapseAll, options?.canSelectMany, loads], [false, false, 0]);
      const controller = options?.dragAndDropController;
      const types = ['application/vnd.device-automation.rows', 'text/plain'];
      assert.deepEqual([controller?.dragMimeTypes, controller?.dropMimeTypes], [types, types]);
      const transfer = new DataTransfer();
      await controller?.handleDrag?.(['a', 'b'], transfer, token);
      assert.equal(await transfer.get('text/plain')?.asString(), 'a,b');
      await controller?.handleDrop?.('c', transfer, token);
      assert.deepEqual(done, [['c', transfer]]);
    });
  });
});
