import * as vscode from 'vscode';
import { dragTypes } from '../ids.ts';
import { loadOnce } from '../loadError.ts';

/** The tree of a view, as far as the frame of the view needs it. */
export interface AttachableTree<T> extends vscode.TreeDataProvider<T> {
  attach?(view: vscode.TreeView<T>): void;
}

/** Drag and drop of the rows of trees. */
export interface Dragging {
  drag(rows: readonly unknown[], transfer: vscode.DataTransfer): void;
  drop(row: unknown, transfer: vscode.DataTransfer): Promise<void>;
}

/** Shorter than VS Code's redraw debounce, and long enough for momentary selections to pass. */
const takeOverMs = 50;

/** Stands in for a tree, which is only loaded when its view is first shown. */
export class LazyTree<T> implements vscode.TreeDataProvider<T> {
  readonly #loaded: () => Promise<AttachableTree<T>>;
  readonly #changed = new vscode.EventEmitter<T | T[] | undefined | null>();
  readonly onDidChangeTreeData = this.#changed.event;
  #view: vscode.TreeView<T> | undefined;
  #hadManySelected = false;

  constructor(load: () => Promise<AttachableTree<T>>) {
    this.#loaded = loadOnce(() => this.#attach(load));
  }

  createView(
    viewId: string,
    canSelectMany: boolean,
    dragging?: () => Promise<Dragging | undefined>,
  ): vscode.Disposable {
    const options = {
      treeDataProvider: this,
      canSelectMany,
      showCollapseAll: canSelectMany,
      ...(dragging === undefined ? {} : { dragAndDropController: controller<T>(dragging) }),
    };
    this.#view = vscode.window.createTreeView(viewId, options);
    return this.#view;
  }

  async getChildren(node?: T): Promise<T[]> {
    return (await (await this.#loaded()).getChildren(node)) ?? [];
  }

  async getTreeItem(node: T): Promise<vscode.TreeItem> {
    return (await this.#loaded()).getTreeItem(node);
  }

  /** VS Code calls this for rows to reveal, which are top-level rows here. */
  getParent(): undefined {
    return undefined;
  }

  async resolveTreeItem(
    item: vscode.TreeItem,
    node: T,
    token: vscode.CancellationToken,
  ): Promise<vscode.TreeItem> {
    return (await (await this.#loaded()).resolveTreeItem?.(item, node, token)) ?? item;
  }

  async #attach(load: () => Promise<AttachableTree<T>>): Promise<AttachableTree<T>> {
    const tree = await load();
    tree.onDidChangeTreeData?.(change => this.#redraw(change ?? undefined));
    if (this.#view !== undefined) this.#attachTo(this.#view, tree);
    return tree;
  }

  #attachTo(view: vscode.TreeView<T>, tree: AttachableTree<T>): void {
    view.onDidChangeSelection(({ selection }) => {
      const hadMany = this.#hadManySelected;
      this.#hadManySelected = selection.length > 1;
      if (!hadMany) setTimeout(() => this.#takeOver(), takeOverMs);
    });
    tree.attach?.(view);
  }

  /** VS Code batches redraws, so pending rows become one redraw of the whole tree. */
  #takeOver(): void {
    if (this.#hasManySelected()) this.#changed.fire(undefined);
  }

  /**
   * VS Code keeps a selection of several rows, but stops drawing most of it when single rows are redrawn. Redrawing
   * the whole tree avoids this.
   */
  #redraw(rows: T | T[] | undefined): void {
    this.#changed.fire(this.#hasManySelected() ? undefined : rows);
  }

  /** VS Code reports an empty selection during a refresh, so the last known one counts. */
  #hasManySelected(): boolean {
    const count = this.#view?.selection.length ?? 0;
    if (count > 0) this.#hadManySelected = count > 1;
    return this.#hadManySelected;
  }
}

function controller<T>(dragging: () => Promise<Dragging | undefined>): vscode.TreeDragAndDropController<T> {
  const types = Object.values(dragTypes);
  return {
    dragMimeTypes: types,
    dropMimeTypes: types,
    handleDrag: async (rows, transfer) => (await dragging())?.drag(rows, transfer),
    handleDrop: async (row, transfer) => (await dragging())?.drop(row, transfer),
  };
}
